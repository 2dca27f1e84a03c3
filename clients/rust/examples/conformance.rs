//! Carries out conformance commands with the Rust client: see clients/conformance/README.md.

use std::collections::HashMap;
use std::env;
use std::error::Error;
use std::fs;
use std::pin::Pin;
use std::time::Duration;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use futures_util::{Stream, StreamExt};
use meeple_client::v1::{ErrorReason, Game, GameEvent, WatchGameRequest, WatchGameResponse, WatchResultsRequest};
use meeple_client::{Client, FILE_DESCRIPTOR_SET, Options, WatchOptions};
use prost_reflect::prost::Message;
use prost_reflect::{DescriptorPool, DynamicMessage, SerializeOptions};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, stdin, stdout};
use tonic::transport::{Certificate, ClientTlsConfig, Endpoint};

type Failure = Box<dyn Error>;
/// The bytes of a watch's items.
type Items = Pin<Box<dyn Stream<Item = Result<Vec<u8>, meeple_client::Error>>>>;

struct Runner {
    client: Client,
    types: DescriptorPool,
    /// With the type of its items.
    watches: HashMap<String, (&'static str, Items)>,
}

/// A client whose connection is encrypted if a file of certificates to trust is named.
fn connect(address: &str, authority: Option<String>) -> Result<Client, Failure> {
    let Some(authority) = authority else {
        return Ok(Client::new(address)?);
    };
    let trusted = ClientTlsConfig::new().ca_certificate(Certificate::from_pem(fs::read(authority)?));
    let endpoint = Endpoint::from_shared(format!("https://{address}"))?.tls_config(trusted)?;
    Ok(Client::on_channel(endpoint.connect_lazy(), Options::default()))
}

#[tokio::main(flavor = "multi_thread")]
async fn main() -> Result<(), Failure> {
    let mut runner = Runner {
        client: connect(&env::var("MEEPLE_SERVER")?, env::var("MEEPLE_TLS_CA").ok())?,
        types: DescriptorPool::decode(FILE_DESCRIPTOR_SET)?,
        watches: HashMap::new(),
    };
    let mut lines = BufReader::new(stdin()).lines();
    let mut output = stdout();
    while let Some(line) = lines.next_line().await? {
        let reply = runner.answer(&serde_json::from_str(&line)?).await?;
        output.write_all(format!("{reply}\n").as_bytes()).await?;
        output.flush().await?;
    }
    Ok(())
}

fn text<'a>(command: &'a Value, name: &str) -> &'a str {
    command[name].as_str().unwrap_or_default()
}

impl Runner {
    async fn answer(&mut self, command: &Value) -> Result<Value, Failure> {
        match text(command, "do") {
            "call" => self.call(command).await,
            "watch" => self.watch(command),
            "next" => self.next(command).await,
            "close" => {
                self.watches.remove(text(command, "name"));
                Ok(json!({"answer": {}}))
            }
            "decode" => self.decode(command),
            other => Err(format!("unknown command {other}").into()),
        }
    }

    async fn call(&self, command: &Value) -> Result<Value, Failure> {
        let mut client = self.client.with_token(text(command, "token"));
        if let Some(timeout) = command["timeout_ms"].as_u64().filter(|timeout| *timeout > 0) {
            client = client.with_timeout(Duration::from_millis(timeout));
        }
        let request = &command["request"];
        macro_rules! call {
            ($rpc:ident, $name:literal) => {
                match client.$rpc(self.read(concat!($name, "Request"), request)?).await {
                    Ok(response) => self.encode(concat!($name, "Response"), &response.encode_to_vec()),
                    Err(error) => Ok(error_of(&error)),
                }
            };
        }
        match text(command, "method") {
            "CreateGame" => call!(create_game, "CreateGame"),
            "GetGame" => call!(get_game, "GetGame"),
            "ListLegalMoves" => call!(list_legal_moves, "ListLegalMoves"),
            "SubmitMove" => call!(submit_move, "SubmitMove"),
            "Undo" => call!(undo, "Undo"),
            "Redo" => call!(redo, "Redo"),
            "Resign" => call!(resign, "Resign"),
            "Abandon" => call!(abandon, "Abandon"),
            "Replay" => call!(replay, "Replay"),
            "ListEvents" => call!(list_events, "ListEvents"),
            "SetController" => call!(set_controller, "SetController"),
            "ForkGame" => call!(fork_game, "ForkGame"),
            "MakeOffer" => call!(make_offer, "MakeOffer"),
            "AnswerOffer" => call!(answer_offer, "AnswerOffer"),
            "ListGameKinds" => call!(list_game_kinds, "ListGameKinds"),
            "ListGames" => call!(list_games, "ListGames"),
            "JoinGame" => call!(join_game, "JoinGame"),
            "LeaveGame" => call!(leave_game, "LeaveGame"),
            "AllocateGames" => call!(allocate_games, "AllocateGames"),
            other => Err(format!("unknown method {other}").into()),
        }
    }

    fn watch(&mut self, command: &Value) -> Result<Value, Failure> {
        let client = self.client.with_token(text(command, "token"));
        let request = &command["request"];
        let watch: (&str, Items) = match text(command, "feed") {
            "game" => {
                let request: WatchGameRequest = self.read("WatchGameRequest", request)?;
                let WatchGameRequest { after_sequence, until_finish, .. } = request;
                let options = WatchOptions { after_sequence, until_finish, ..Default::default() };
                ("GameEvent", bytes_of(client.watch(&request.game_id, options)))
            }
            "lobby" => ("LobbyEvent", bytes_of(client.watch_lobby(self.read("WatchLobbyRequest", request)?))),
            "results" => {
                let request: WatchResultsRequest = self.read("WatchResultsRequest", request)?;
                ("GameResult", bytes_of(client.watch_results(request.after_sequence)))
            }
            other => return Err(format!("unknown feed {other}").into()),
        };
        self.watches.insert(text(command, "name").into(), watch);
        Ok(json!({"answer": {}}))
    }

    async fn next(&mut self, command: &Value) -> Result<Value, Failure> {
        let (name, items) = self.watches.get_mut(text(command, "name")).ok_or("no such watch")?;
        match items.next().await {
            None => Ok(json!({"end": true})),
            Some(Err(error)) => Ok(error_of(&error)),
            Some(Ok(bytes)) => {
                let name = *name;
                self.encode(name, &bytes)
            }
        }
    }

    /// Reads bytes as a message of the client, and writes that.
    fn decode(&self, command: &Value) -> Result<Value, Failure> {
        let bytes = BASE64_STANDARD.decode(text(command, "base64"))?;
        let again = match text(command, "type") {
            "Game" => Game::decode(&*bytes)?.encode_to_vec(),
            "GameEvent" => GameEvent::decode(&*bytes)?.encode_to_vec(),
            "WatchGameResponse" => WatchGameResponse::decode(&*bytes)?.encode_to_vec(),
            other => return Err(format!("unknown type {other}").into()),
        };
        self.encode(text(command, "type"), &again)
    }

    fn read<T: Message + Default>(&self, name: &str, value: &Value) -> Result<T, Failure> {
        let descriptor = self.types.get_message_by_name(&format!("meeple.v1.{name}")).ok_or("no such type")?;
        Ok(DynamicMessage::deserialize(descriptor, value)?.transcode_to()?)
    }

    /// Bytes of a message as JSON.
    fn encode(&self, name: &str, bytes: &[u8]) -> Result<Value, Failure> {
        let descriptor = self.types.get_message_by_name(&format!("meeple.v1.{name}")).ok_or("no such type")?;
        let options = SerializeOptions::new().use_proto_field_name(true);
        let message = DynamicMessage::decode(descriptor, bytes)?;
        Ok(json!({"answer": message.serialize_with_options(serde_json::value::Serializer, &options)?}))
    }
}

fn bytes_of<T: Message>(items: impl Stream<Item = Result<T, meeple_client::Error>> + 'static) -> Items {
    Box::pin(items.map(|item| item.map(|message| message.encode_to_vec())))
}

fn error_of(error: &meeple_client::Error) -> Value {
    // FailedPrecondition is FAILED_PRECONDITION elsewhere.
    let mut code = String::new();
    for letter in format!("{:?}", error.code()).chars() {
        if letter.is_uppercase() && !code.is_empty() {
            code.push('_');
        }
        code.push(letter.to_ascii_uppercase());
    }
    json!({"error": {
        "code": code,
        "reason": error.reason_name(),
        "known": error.reason() != ErrorReason::Unspecified,
        "metadata": error.metadata(),
    }})
}
