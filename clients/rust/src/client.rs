use std::fmt;
use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use tokio::time::{Instant, sleep, timeout_at};
use tonic::metadata::{Ascii, MetadataValue};
use tonic::transport::{Channel, Endpoint};
use tonic::{Code, Request, Response, Status};

use crate::error::Error;
use crate::options::{Backoff, Options};
use crate::v1::Credential;

/// The way to one server, as one caller. Cheap to clone; clones share the connection.
#[derive(Clone, Debug)]
pub struct Client {
    pub(crate) channel: Channel,
    pub(crate) options: Arc<Options>,
    token: Option<MetadataValue<Ascii>>,
}

/// What was given as an address is none.
#[derive(Debug)]
pub struct InvalidAddress(tonic::transport::Error);

/// No credential of that player is among those given.
#[derive(Debug)]
pub struct UnknownPlayer(String);

impl fmt::Display for InvalidAddress {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "not an address: {}", self.0)
    }
}

impl fmt::Display for UnknownPlayer {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "no credential of player {:?}", self.0)
    }
}

impl std::error::Error for InvalidAddress {}
impl std::error::Error for UnknownPlayer {}

impl Client {
    /// A spectator's client of the server at an address such as "localhost:50051", without encryption. It connects
    /// with its first call. To be called within a runtime of tokio.
    pub fn new(address: &str) -> Result<Self, InvalidAddress> {
        Self::with_options(address, Options::default())
    }

    /// The same with options.
    pub fn with_options(address: &str, options: Options) -> Result<Self, InvalidAddress> {
        // A peer that vanished without a word is noticed within 40 seconds, also on a quiet watch.
        let endpoint = Endpoint::from_shared(format!("http://{address}"))
            .map_err(InvalidAddress)?
            .connect_timeout(Duration::from_secs(2))
            .http2_keep_alive_interval(Duration::from_secs(30))
            .keep_alive_timeout(Duration::from_secs(10));
        Ok(Self::on_channel(endpoint.connect_lazy(), options))
    }

    /// A client on a channel of the caller's making, an encrypted one say.
    pub fn on_channel(channel: Channel, options: Options) -> Self {
        Self { channel, options: Arc::new(options), token: None }
    }

    /// Another caller on the same connection: the holder of a credential or an API key; a spectator if it is empty.
    /// What cannot be a token at all is sent as one that the server refuses.
    pub fn with_token(&self, token: &str) -> Self {
        let bearer = format!("Bearer {token}");
        let refused = || MetadataValue::from_static("Bearer unprintable");
        let value = bearer.parse().unwrap_or_else(|_| refused());
        Self { token: (!token.is_empty()).then_some(value), ..self.clone() }
    }

    /// The player of a seat, from the credentials of a created or allocated game, on the same connection.
    pub fn seat(&self, credentials: &[Credential], player: &str) -> Result<Self, UnknownPlayer> {
        let found = credentials.iter().find(|each| each.player_id == player);
        Ok(self.with_token(&found.ok_or_else(|| UnknownPlayer(player.into()))?.token))
    }

    /// The same with another timeout for its calls.
    pub fn with_timeout(&self, timeout: Duration) -> Self {
        Self { options: Arc::new(Options { timeout, ..(*self.options).clone() }), ..self.clone() }
    }

    pub(crate) fn identified<Q>(&self, message: Q) -> Request<Q> {
        let mut request = Request::new(message);
        if let Some(token) = &self.token {
            request.metadata_mut().insert("authorization", token.clone());
        }
        request
    }

    /// Makes a call, and repeats it where that may help, until its deadline.
    pub(crate) async fn call<Q, A, F>(&self, message: Q, send: impl Fn(Channel, Request<Q>) -> F) -> Result<A, Error>
    where
        Q: Clone,
        F: Future<Output = Result<Response<A>, Status>>,
    {
        let give_up = Instant::now() + self.options.timeout;
        let mut backoff = Backoff::new(&self.options);
        loop {
            let mut request = self.identified(message.clone());
            request.set_timeout(give_up.saturating_duration_since(Instant::now()));
            let error = match timeout_at(give_up, send(self.channel.clone(), request)).await {
                Ok(Ok(response)) => return Ok(response.into_inner()),
                Ok(Err(status)) => Error::from(status),
                Err(_) => return Err(Error::deadline()),
            };
            // The channel, too, watches the deadline, and calls it a cancellation.
            if error.code() == Code::Cancelled && Instant::now() >= give_up {
                return Err(Error::deadline());
            }
            let delay = backoff.next(error.retry_delay());
            if !error.is_transient() || Instant::now() + delay >= give_up {
                return Err(error);
            }
            sleep(delay).await;
        }
    }
}
