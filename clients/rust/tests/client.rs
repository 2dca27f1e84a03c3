//! The client against a fake service in this process.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use futures_util::{StreamExt, stream};
use meeple_client::v1::game_service_server::{GameService, GameServiceServer};
use meeple_client::v1::lobby_service_server::{LobbyService, LobbyServiceServer};
use meeple_client::v1::watch_game_response::Update;
use meeple_client::v1::*;
use meeple_client::{Client, Error, Options, WatchOptions};
use tokio::net::TcpListener;
use tokio_stream::wrappers::TcpListenerStream;
use tonic::codegen::BoxStream;
use tonic::transport::Server;
use tonic::{Code, Request, Response, Status};
use tonic_types::{ErrorDetails, StatusExt};

type Messages = Vec<Result<WatchGameResponse, Status>>;
type LobbyMessages = Vec<Result<WatchLobbyResponse, Status>>;

/// What the service answers, one each a call, and what it was asked.
#[derive(Default)]
struct Script {
    answers: VecDeque<Result<SubmitMoveResponse, Status>>,
    streams: VecDeque<Messages>,
    moves: Vec<SubmitMoveRequest>,
    watches: Vec<WatchGameRequest>,
    lobby_streams: VecDeque<LobbyMessages>,
    lobby_watches: Vec<WatchLobbyRequest>,
    tokens: Vec<Option<String>>,
}

#[derive(Clone, Default)]
struct FakeService(Arc<Mutex<Script>>);

#[tonic::async_trait]
impl GameService for FakeService {
    async fn submit_move(&self, request: Request<SubmitMoveRequest>) -> Result<Response<SubmitMoveResponse>, Status> {
        let mut script = self.0.lock().unwrap();
        let token = request.metadata().get("authorization").map(|value| value.to_str().unwrap().to_string());
        script.tokens.push(token);
        script.moves.push(request.into_inner());
        script.answers.pop_front().unwrap().map(Response::new)
    }

    async fn watch_game(&self, request: Request<WatchGameRequest>) -> Result<Response<BoxStream<WatchGameResponse>>, Status> {
        let mut script = self.0.lock().unwrap();
        script.watches.push(request.into_inner());
        Ok(Response::new(Box::pin(stream::iter(script.streams.pop_front().unwrap()))))
    }
}

#[tonic::async_trait]
impl LobbyService for FakeService {
    async fn watch_lobby(&self, request: Request<WatchLobbyRequest>) -> Result<Response<BoxStream<WatchLobbyResponse>>, Status> {
        let mut script = self.0.lock().unwrap();
        script.lobby_watches.push(request.into_inner());
        Ok(Response::new(Box::pin(stream::iter(script.lobby_streams.pop_front().unwrap()))))
    }
}

async fn connect(script: Script, options: Options) -> (Client, FakeService) {
    let service = FakeService(Arc::new(Mutex::new(script)));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let server = Server::builder()
        .add_service(GameServiceServer::new(service.clone()))
        .add_service(LobbyServiceServer::new(service.clone()));
    tokio::spawn(server.serve_with_incoming(TcpListenerStream::new(listener)));
    (Client::with_options(&address, options).unwrap(), service)
}

/// Short delays: a test does not wait for what it does not look at.
fn quick() -> Options {
    let (first_delay, longest_delay) = (Duration::from_millis(1), Duration::from_millis(2));
    Options { first_delay, longest_delay, ..Default::default() }
}

async fn play(answers: Vec<Result<SubmitMoveResponse, Status>>) -> (Result<SubmitMoveResponse, Error>, FakeService) {
    let (client, service) = connect(Script { answers: answers.into(), ..Default::default() }, quick()).await;
    (client.play("g", "b2").await, service)
}

async fn follow(streams: Vec<Messages>, options: WatchOptions) -> (Vec<i64>, Option<Error>, Vec<WatchGameRequest>) {
    let patience = Duration::from_millis(500);
    let script = Script { streams: streams.into(), ..Default::default() };
    let (client, service) = connect(script, Options { patience, ..quick() }).await;
    let (mut numbers, mut failure) = (Vec::new(), None);
    let mut events = Box::pin(client.watch("g", options));
    while let Some(event) = events.next().await {
        match event {
            Ok(event) => numbers.push(event.sequence),
            Err(error) => failure = Some(error),
        }
    }
    let watches = service.0.lock().unwrap().watches.clone();
    (numbers, failure, watches)
}

fn moved() -> Result<SubmitMoveResponse, Status> {
    Ok(SubmitMoveResponse { sequence: 3, ..Default::default() })
}

fn refusal(code: Code, reason: &str, delay: Option<Duration>) -> Status {
    let mut details = ErrorDetails::with_error_info(reason, "meeple.v1", [("by".to_string(), "O".to_string())]);
    if let Some(delay) = delay {
        details.set_retry_info(Some(delay));
    }
    Status::with_error_details(code, "refused", details)
}

fn draining(milliseconds: u64) -> Status {
    refusal(Code::Unavailable, "SERVER_DRAINING", Some(Duration::from_millis(milliseconds)))
}

fn taken() -> Status {
    refusal(Code::FailedPrecondition, "CELL_TAKEN", None)
}

fn broken() -> Status {
    Status::internal("the connection broke")
}

fn message(update: Update) -> Result<WatchGameResponse, Status> {
    Ok(WatchGameResponse { update: Some(update) })
}

fn events(numbers: &[i64]) -> Result<WatchGameResponse, Status> {
    let events = numbers.iter().map(|&sequence| GameEvent { sequence, ..Default::default() }).collect();
    message(Update::Events(GameEventBatch { events }))
}

#[tokio::test]
async fn a_call_carries_the_credential_and_a_fresh_request_id() {
    let script = Script { answers: vec![moved(), moved(), moved()].into(), ..Default::default() };
    let (client, service) = connect(script, quick()).await;
    client.with_token("m1.x").play("g", "b2").await.unwrap();
    client.play("g", "b2").await.unwrap();
    client.submit_move(SubmitMoveRequest { request_id: "mine".into(), ..Default::default() }).await.unwrap();
    let script = service.0.lock().unwrap();
    assert_eq!(script.tokens, [Some("Bearer m1.x".into()), None, None]);
    assert_eq!(script.moves[0].request_id.len(), 36);
    assert_ne!(script.moves[0].request_id, script.moves[1].request_id);
    assert_eq!(script.moves[2].request_id, "mine");
}

#[tokio::test]
async fn a_call_is_repeated_with_its_request_id_after_the_delay_that_was_asked_for() {
    let started = Instant::now();
    let (response, service) = play(vec![Err(draining(50)), Err(broken()), moved()]).await;
    assert_eq!(response.unwrap().sequence, 3);
    assert!(started.elapsed() >= Duration::from_millis(50));
    let moves = &service.0.lock().unwrap().moves;
    assert_eq!(moves.len(), 3);
    assert!(moves.iter().all(|each| each.request_id == moves[0].request_id));
}

#[tokio::test]
async fn a_refusal_is_typed_and_not_repeated() {
    let (response, service) = play(vec![Err(taken())]).await;
    let error = response.unwrap_err();
    assert_eq!(error.code(), Code::FailedPrecondition);
    assert_eq!(error.reason(), ErrorReason::CellTaken);
    assert_eq!(error.reason_name(), "CELL_TAKEN");
    assert_eq!(error.metadata()["by"], "O");
    assert_eq!(service.0.lock().unwrap().moves.len(), 1);
}

#[tokio::test]
async fn a_reason_of_a_later_release_keeps_its_name() {
    let (response, _) = play(vec![Err(refusal(Code::FailedPrecondition, "CHECKMATE", None))]).await;
    let error = response.unwrap_err();
    assert_eq!((error.reason(), error.reason_name()), (ErrorReason::Unspecified, "CHECKMATE"));
}

#[tokio::test]
async fn repetition_ends_where_the_next_try_would_come_after_the_deadline() {
    let (response, service) = play(vec![Err(draining(50)), Err(draining(60_000))]).await;
    assert_eq!(response.unwrap_err().reason(), ErrorReason::ServerDraining);
    assert_eq!(service.0.lock().unwrap().moves.len(), 2);
}

#[tokio::test]
async fn a_watch_resumes_after_the_last_event_without_gap_or_repeat() {
    let streams = vec![
        vec![events(&[1, 2]), Err(broken())],
        vec![Err(draining(5))],
        vec![events(&[2, 3]), events(&[3]), events(&[4])],
    ];
    let (numbers, failure, watches) = follow(streams, WatchOptions::default()).await;
    assert!(failure.is_none());
    assert_eq!(numbers, [1, 2, 3, 4]);
    assert_eq!(watches.iter().map(|each| each.after_sequence).collect::<Vec<_>>(), [0, 2, 2]);
}

#[tokio::test]
async fn a_gap_is_asked_for_again() {
    let beyond = message(Update::Bookmark(Bookmark { sequence: 4 }));
    let streams = vec![vec![events(&[1]), events(&[3])], vec![events(&[2, 3]), beyond], vec![events(&[4])]];
    let (numbers, failure, _) = follow(streams, WatchOptions::default()).await;
    assert!(failure.is_none());
    assert_eq!(numbers, [1, 2, 3, 4]);
}

#[tokio::test]
async fn a_watch_that_is_refused_ends_with_the_refusal() {
    let (numbers, failure, _) = follow(vec![vec![events(&[1]), Err(taken())]], WatchOptions::default()).await;
    assert_eq!(numbers, [1]);
    assert_eq!(failure.unwrap().reason(), ErrorReason::CellTaken);
}

#[tokio::test]
async fn patience_ends() {
    let mut streams = vec![vec![events(&[1]), Err(broken())]];
    streams.extend((0..2000).map(|_| vec![Err(broken())]));
    let (_, failure, _) = follow(streams, WatchOptions::default()).await;
    assert_eq!(failure.unwrap().code(), Code::Internal);
}

#[tokio::test]
async fn a_snapshot_is_the_start_and_is_asked_for_once() {
    let game = Some(Game { sequence: 7, ..Default::default() });
    let streams = vec![
        vec![message(Update::Snapshot(GameSnapshot { game })), Err(broken())],
        vec![events(&[8])],
    ];
    let (numbers, _, watches) = follow(streams, WatchOptions { snapshot: true, ..Default::default() }).await;
    assert_eq!(numbers, [8]);
    assert_eq!((watches[0].snapshot, watches[1].snapshot, watches[1].after_sequence), (true, false, 7));
}

#[tokio::test]
async fn an_update_of_a_later_release_is_left_out() {
    let streams = vec![vec![Ok(WatchGameResponse::default()), events(&[1])]];
    assert_eq!(follow(streams, WatchOptions::default()).await.0, [1]);
}

fn changes(numbers: &[i64]) -> Result<WatchLobbyResponse, Status> {
    let events = numbers.iter().map(|&sequence| LobbyEvent { sequence, ..Default::default() }).collect();
    Ok(WatchLobbyResponse { update: Some(watch_lobby_response::Update::Events(LobbyEventBatch { events })) })
}

#[tokio::test]
async fn a_watch_of_the_lobby_resumes_after_the_last_event_or_bookmark() {
    let bookmark = watch_lobby_response::Update::Bookmark(Bookmark { sequence: 9 });
    let streams = vec![
        vec![changes(&[4, 7]), Err(broken())],
        vec![changes(&[7, 8]), Ok(WatchLobbyResponse { update: Some(bookmark) }), Err(broken())],
        vec![changes(&[8, 9]), changes(&[12])],
    ];
    let (client, service) = connect(Script { lobby_streams: streams.into(), ..Default::default() }, quick()).await;
    let request = WatchLobbyRequest { after_sequence: 3, open_seats: true, ..Default::default() };
    let events: Vec<_> = client.watch_lobby(request).map(|event| event.unwrap().sequence).collect().await;
    assert_eq!(events, [4, 7, 8, 12]);
    let watches = &service.0.lock().unwrap().lobby_watches;
    let asked: Vec<_> = watches.iter().map(|each| (each.after_sequence, each.open_seats)).collect();
    assert_eq!(asked, [(3, true), (7, true), (9, true)]);
}

#[tokio::test]
async fn a_watch_of_the_lobby_that_fell_behind_ends_with_the_refusal() {
    let lost = refusal(Code::OutOfRange, "SEQUENCE_OUT_OF_RANGE", None);
    let script = Script { lobby_streams: vec![vec![changes(&[1]), Err(lost)]].into(), ..Default::default() };
    let (client, _service) = connect(script, quick()).await;
    let mut events = Box::pin(client.watch_lobby(WatchLobbyRequest::default()));
    assert_eq!(events.next().await.unwrap().unwrap().sequence, 1);
    assert_eq!(events.next().await.unwrap().unwrap_err().reason(), ErrorReason::SequenceOutOfRange);
    assert!(events.next().await.is_none());
}
