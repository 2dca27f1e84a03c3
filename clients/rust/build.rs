//! Generates messages and stubs of the contract from proto/.

use std::error::Error;
use std::path::PathBuf;
use std::{env, fs};

/// What protoc needs to know of google.rpc.Status; the type is that of tonic-types.
const STATUS: &str = r#"syntax = "proto3";
package google.rpc;
import "google/protobuf/any.proto";
message Status {
  int32 code = 1;
  string message = 2;
  repeated google.protobuf.Any details = 3;
}
"#;

fn main() -> Result<(), Box<dyn Error>> {
    let out = PathBuf::from(env::var("OUT_DIR")?);
    fs::create_dir_all(out.join("google/rpc"))?;
    fs::write(out.join("google/rpc/status.proto"), STATUS)?;
    let mut files = Vec::new();
    for entry in fs::read_dir("proto/meeple/v1")? {
        files.push(entry?.path());
    }
    files.sort();
    println!("cargo:rerun-if-changed=proto/meeple/v1");
    tonic_prost_build::configure()
        .extern_path(".google.rpc.Status", "::tonic_types::Status")
        // Whoever fakes the service in a test writes the rpcs that the test calls.
        .generate_default_stubs(true)
        .file_descriptor_set_path(out.join("meeple.binpb"))
        .compile_protos(&files, &[PathBuf::from("proto"), out])?;
    Ok(())
}
