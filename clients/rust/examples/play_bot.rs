//! Plays tic-tac-toe against a bot while a spectator follows: play_bot [HOST:PORT]

use std::env;
use std::error::Error;
use std::pin::pin;

use futures_util::StreamExt;
use meeple_client::v1::seat_config::Controller;
use meeple_client::v1::watch_game_response::Update;
use meeple_client::v1::{Bot, GameConfig, GameStatus, SeatConfig, SubmitMoveRequest, TurnCursor};
use meeple_client::{Client, WatchOptions};

const SEAT: i32 = 0;

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let address = env::args().nth(1).unwrap_or_else(|| "localhost:50051".into());
    let client = Client::new(&address)?;
    let bot = Bot { kind: "perfect".into(), ..Default::default() };
    let created = client
        .create(GameConfig {
            kind: "tic_tac_toe".into(),
            seats: vec![
                SeatConfig { player_id: "you".into(), ..Default::default() },
                SeatConfig { player_id: "bot".into(), controller: Some(Controller::Bot(bot)), ..Default::default() },
            ],
            ..Default::default()
        })
        .await?;
    let game_id = created.game.unwrap_or_default().game_id;
    let you = client.seat(&created.credentials, "you")?;
    tokio::try_join!(follow(&client, &game_id), play(&you, &game_id))?;
    println!("{}", client.game(&game_id).await?.game.unwrap_or_default().rendered);
    Ok(())
}

fn to_the_end() -> WatchOptions {
    WatchOptions { until_finish: true, ..Default::default() }
}

/// A spectator: prints every event until the game ends.
async fn follow(client: &Client, game_id: &str) -> Result<(), meeple_client::Error> {
    let mut events = pin!(client.watch(game_id, to_the_end()));
    while let Some(event) = events.next().await.transpose()? {
        println!("  spectator | {:4}  {}", event.sequence, event.text);
    }
    Ok(())
}

/// A player: makes the first legal move whenever it is its turn. It looks at whole updates, since the position after
/// one of several events of a call is not for anyone to move in.
async fn play(player: &Client, game_id: &str) -> Result<(), meeple_client::Error> {
    let mut updates = pin!(player.watch_updates(game_id, to_the_end()));
    while let Some(update) = updates.next().await.transpose()? {
        let Update::Events(batch) = update else { continue };
        let Some(last) = batch.events.last() else { continue };
        if !last.cursor.as_ref().is_some_and(is_my_turn) {
            continue;
        }
        let legal = player.legal_moves(game_id).await?;
        player
            .submit_move(SubmitMoveRequest {
                game_id: game_id.into(),
                r#move: legal.moves.into_iter().next(),
                expected_sequence: Some(last.sequence),
                ..Default::default()
            })
            .await?;
    }
    Ok(())
}

fn is_my_turn(cursor: &TurnCursor) -> bool {
    cursor.status() == GameStatus::InProgress && cursor.turn_index == SEAT
}
