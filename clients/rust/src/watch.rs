use async_stream::try_stream;
use futures_core::Stream;
use tokio::time::{Instant, sleep};

use crate::client::Client;
use crate::cursor::{Cursor, LobbyCursor, ResultsCursor, WatchCursor};
use crate::error::Error;
use crate::options::Backoff;
use crate::v1::watch_game_response::Update;
use crate::v1::{GameEvent, GameResult, LobbyEvent, WatchLobbyRequest, WatchResultsRequest};

/// Where a watch starts and ends; by default it is the whole game.
#[derive(Clone, Debug, Default)]
pub struct WatchOptions {
    /// The last event that is known already.
    pub after_sequence: i64,
    /// Ends the watch with the first end of the game, which an undo could still take back.
    pub until_finish: bool,
    /// Makes the first update the state; events follow from there. Only with `after_sequence` 0.
    pub snapshot: bool,
}

impl Client {
    /// Follows a game: every event once, in order, none left out. Where its connection breaks it comes back by
    /// itself. It ends with an error where coming back does not help, or did not for [`crate::Options::patience`]
    /// ([`crate::Options::timeout`] before the server was reached at all). Dropping the stream ends it.
    pub fn watch(&self, game_id: &str, options: WatchOptions) -> impl Stream<Item = Result<GameEvent, Error>> + use<> {
        let updates = self.watch_updates(game_id, options);
        try_stream! {
            for await update in updates {
                if let Update::Events(batch) = update? {
                    for event in batch.events {
                        yield event;
                    }
                }
            }
        }
    }

    /// As [`Client::watch`], with whole updates: a snapshot, the events of one or more whole calls, or a bookmark on
    /// a quiet stream.
    pub fn watch_updates(
        &self,
        game_id: &str,
        options: WatchOptions,
    ) -> impl Stream<Item = Result<Update, Error>> + use<> {
        follow(self.clone(), WatchCursor::new(game_id, &options))
    }

    /// Follows the lobby with the filters of the request, from the `sequence` of a ListGamesResponse on. As
    /// [`Client::watch`] it comes back by itself. Where the server no longer keeps what was missed it ends with
    /// SEQUENCE_OUT_OF_RANGE: list the games again.
    pub fn watch_lobby(&self, request: WatchLobbyRequest) -> impl Stream<Item = Result<LobbyEvent, Error>> + use<> {
        each(follow(self.clone(), LobbyCursor { request }))
    }

    /// Follows the results of the games of this API key, after the `sequence` of the last one that was taken. As
    /// [`Client::watch`] it comes back by itself. Where the server no longer keeps what was missed it ends with
    /// SEQUENCE_OUT_OF_RANGE: read the games.
    pub fn watch_results(&self, after_sequence: i64) -> impl Stream<Item = Result<GameResult, Error>> + use<> {
        each(follow(self.clone(), ResultsCursor { request: WatchResultsRequest { after_sequence } }))
    }
}

/// What is in the lists of a stream.
fn each<T>(lists: impl Stream<Item = Result<Vec<T>, Error>>) -> impl Stream<Item = Result<T, Error>> {
    try_stream! {
        for await list in lists {
            for item in list? {
                yield item;
            }
        }
    }
}

/// Everything new after a cursor, over as many streams as it takes.
fn follow<C: Cursor>(client: Client, mut cursor: C) -> impl Stream<Item = Result<C::Update, Error>> {
    try_stream! {
        let mut return_by = ReturnBy::new(&client);
        loop {
            let lost = match cursor.open(&client).await {
                Err(status) => Error::from(status),
                Ok(response) => {
                    let mut stream = response.into_inner();
                    loop {
                        match stream.message().await {
                            Ok(None) => return,
                            Err(status) => break Error::from(status),
                            Ok(Some(response)) => match cursor.admit(response) {
                                Ok(None) => {}
                                Err(gap) => break gap,
                                Ok(Some(update)) => {
                                    return_by.all_is_well(&client);
                                    yield update;
                                }
                            },
                        }
                    }
                }
            };
            return_by.wait(lost).await?;
        }
    }
}

/// When a watch must be back.
struct ReturnBy {
    backoff: Backoff,
    patience: std::time::Duration,
    give_up: Option<Instant>,
}

impl ReturnBy {
    fn new(client: &Client) -> Self {
        Self { backoff: Backoff::new(&client.options), patience: client.options.timeout, give_up: None }
    }

    fn all_is_well(&mut self, client: &Client) {
        self.patience = client.options.patience;
        self.give_up = None;
        self.backoff.reset();
    }

    /// Waits before the next stream; the error where there is to be none.
    async fn wait(&mut self, lost: Error) -> Result<(), Error> {
        let now = Instant::now();
        let give_up = *self.give_up.get_or_insert(now + self.patience);
        let delay = self.backoff.next(lost.retry_delay());
        if !lost.is_resumable() || now + delay >= give_up {
            return Err(lost);
        }
        sleep(delay).await;
        Ok(())
    }
}
