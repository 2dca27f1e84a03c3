use std::future::Future;

use tonic::{Response, Status, Streaming};

use crate::client::Client;
use crate::error::Error;
use crate::v1::allocation_service_client::AllocationServiceClient;
use crate::v1::game_service_client::GameServiceClient;
use crate::v1::lobby_service_client::LobbyServiceClient;
use crate::v1::watch_game_response::Update;
use crate::v1::{
    GameEventBatch, GameResult, LobbyEvent, WatchGameRequest, WatchGameResponse, WatchLobbyRequest, WatchLobbyResponse,
    WatchResultsRequest, WatchResultsResponse, watch_lobby_response, watch_results_response,
};
use crate::watch::WatchOptions;

/// Where a watch stands: what has been handed on, what comes next.
pub(crate) trait Cursor: Send {
    type Response: Send;
    type Update: Send;

    /// Opens a stream that goes on from here.
    fn open(
        &self,
        client: &Client,
    ) -> impl Future<Output = Result<Response<Streaming<Self::Response>>, Status>> + Send;

    /// What is new in a message, or nothing. An error where events were left out.
    fn admit(&mut self, response: Self::Response) -> Result<Option<Self::Update>, Error>;
}

/// Lets every event of a game pass once, in order, none left out, over any number of streams.
pub(crate) struct WatchCursor {
    /// What opens a stream that goes on from here.
    pub(crate) request: WatchGameRequest,
}

impl WatchCursor {
    pub(crate) fn new(game_id: &str, options: &WatchOptions) -> Self {
        Self {
            request: WatchGameRequest {
                game_id: game_id.into(),
                after_sequence: options.after_sequence,
                snapshot: options.snapshot,
                until_finish: options.until_finish,
            },
        }
    }

    fn admit_events(&mut self, mut batch: GameEventBatch) -> Result<Option<Update>, Error> {
        let sequence = self.request.after_sequence;
        batch.events.retain(|event| event.sequence > sequence);
        let Some(last) = batch.events.last().map(|event| event.sequence) else {
            return Ok(None);
        };
        if batch.events.iter().zip(sequence + 1..).any(|(event, expected)| event.sequence != expected) {
            return Err(Error::gap_after(sequence));
        }
        self.request.after_sequence = last;
        self.request.snapshot = false;
        Ok(Some(Update::Events(batch)))
    }
}

impl Cursor for WatchCursor {
    type Response = WatchGameResponse;
    type Update = Update;

    async fn open(&self, client: &Client) -> Result<Response<Streaming<WatchGameResponse>>, Status> {
        let request = client.identified(self.request.clone());
        GameServiceClient::new(client.channel.clone()).watch_game(request).await
    }

    fn admit(&mut self, response: WatchGameResponse) -> Result<Option<Update>, Error> {
        let sequence = self.request.after_sequence;
        match response.update {
            Some(Update::Snapshot(snapshot)) if self.request.snapshot => {
                self.request.snapshot = false;
                self.request.after_sequence = snapshot.game.as_ref().map_or(0, |game| game.sequence);
                Ok(Some(Update::Snapshot(snapshot)))
            }
            Some(Update::Events(batch)) => self.admit_events(batch),
            Some(Update::Bookmark(bookmark)) if bookmark.sequence > sequence => Err(Error::gap_after(sequence)),
            Some(Update::Bookmark(bookmark)) => Ok(Some(Update::Bookmark(bookmark))),
            // A second snapshot, or what a newer server tells.
            _ => Ok(None),
        }
    }
}

/// Where a watch of the lobby stands. Filters leave out numbers, so that nothing tells a gap.
pub(crate) struct LobbyCursor {
    /// What opens a stream that goes on from here.
    pub(crate) request: WatchLobbyRequest,
}

impl Cursor for LobbyCursor {
    type Response = WatchLobbyResponse;
    type Update = Vec<LobbyEvent>;

    async fn open(&self, client: &Client) -> Result<Response<Streaming<WatchLobbyResponse>>, Status> {
        let request = client.identified(self.request.clone());
        LobbyServiceClient::new(client.channel.clone()).watch_lobby(request).await
    }

    fn admit(&mut self, response: WatchLobbyResponse) -> Result<Option<Vec<LobbyEvent>>, Error> {
        use watch_lobby_response::Update;
        let after = &mut self.request.after_sequence;
        Ok(match response.update {
            Some(Update::Events(batch)) => pass(after, batch.events, |event| event.sequence),
            Some(Update::Bookmark(bookmark)) => {
                *after = bookmark.sequence.max(*after);
                Some(Vec::new())
            }
            None => None, // what a newer server tells
        })
    }
}

/// Where a watch of results stands.
pub(crate) struct ResultsCursor {
    /// What opens a stream that goes on from here.
    pub(crate) request: WatchResultsRequest,
}

impl Cursor for ResultsCursor {
    type Response = WatchResultsResponse;
    type Update = Vec<GameResult>;

    async fn open(&self, client: &Client) -> Result<Response<Streaming<WatchResultsResponse>>, Status> {
        let request = client.identified(self.request);
        AllocationServiceClient::new(client.channel.clone()).watch_results(request).await
    }

    fn admit(&mut self, response: WatchResultsResponse) -> Result<Option<Vec<GameResult>>, Error> {
        use watch_results_response::Update;
        let after = &mut self.request.after_sequence;
        Ok(match response.update {
            Some(Update::Results(batch)) => pass(after, batch.results, |result| result.sequence),
            Some(Update::Bookmark(bookmark)) => {
                *after = bookmark.sequence.max(*after);
                Some(Vec::new())
            }
            None => None, // what a newer server tells
        })
    }
}

/// Those of the items, which are in order, that come after a number, which moves on to the last of them.
fn pass<T>(after: &mut i64, mut items: Vec<T>, number: impl Fn(&T) -> i64) -> Option<Vec<T>> {
    items.retain(|item| number(item) > *after);
    *after = number(items.last()?);
    Some(items)
}
