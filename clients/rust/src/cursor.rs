use crate::error::Error;
use crate::v1::watch_game_response::Update;
use crate::v1::{GameEventBatch, WatchGameRequest, WatchGameResponse};
use crate::watch::WatchOptions;

/// Lets every event of a game pass once, in order, none left out, over any number of streams. No I/O.
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

    /// The update with what is new in it, or nothing. An error where events were left out.
    pub(crate) fn admit(&mut self, response: WatchGameResponse) -> Result<Option<Update>, Error> {
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
