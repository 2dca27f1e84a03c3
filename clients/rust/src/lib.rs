//! Client of Meeple, a server for turn-based board games over gRPC.
//!
//! ```no_run
//! # async fn example() -> Result<(), Box<dyn std::error::Error>> {
//! use meeple_client::{Client, v1::GameConfig};
//!
//! let client = Client::new("localhost:50051")?;
//! let created = client.create(GameConfig { kind: "tic_tac_toe".into(), ..Default::default() }).await?;
//! let x = client.seat(&created.credentials, "X")?;
//! x.play(&created.game.unwrap_or_default().game_id, "b2").await?;
//! # Ok(()) }
//! ```
//!
//! Every call carries the credential, has a deadline, sets request ids that are empty, repeats what may be
//! repeated, and fails with an [`Error`]. [`Client::watch`], [`Client::watch_lobby`] and
//! [`Client::watch_results`] are streams that come back by themselves.

mod calls;
mod client;
mod cursor;
mod error;
mod options;
mod watch;

pub use client::{Client, InvalidAddress, UnknownPlayer};
pub use error::Error;
pub use options::Options;
pub use watch::WatchOptions;

/// The contract: messages and stubs generated from `meeple/v1/*.proto`.
#[allow(clippy::all, missing_docs, rustdoc::all)]
pub mod v1 {
    tonic::include_proto!("meeple.v1");
}

/// The contract as a serialized `google.protobuf.FileDescriptorSet`, for reflection.
pub const FILE_DESCRIPTOR_SET: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/meeple.binpb"));
