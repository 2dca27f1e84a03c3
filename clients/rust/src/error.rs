use std::collections::HashMap;
use std::fmt;
use std::time::Duration;

use tonic::{Code, Status};
use tonic_types::StatusExt;

use crate::v1::ErrorReason;

const DOMAIN: &str = "meeple.v1";

/// A call that did not succeed.
#[derive(Clone, Debug)]
pub struct Error {
    status: Box<Status>,
    reason_name: String,
    metadata: HashMap<String, String>,
    retry_delay: Option<Duration>,
    gap: bool,
}

impl Error {
    /// The status code of gRPC.
    pub fn code(&self) -> Code {
        self.status.code()
    }

    /// What the server, or the transport, says to people.
    pub fn message(&self) -> &str {
        self.status.message()
    }

    /// Why the server refused; `Unspecified` where the transport made the error, and for a reason that this client
    /// is too old to know.
    pub fn reason(&self) -> ErrorReason {
        let name = format!("ERROR_REASON_{}", self.reason_name);
        ErrorReason::from_str_name(&name).unwrap_or(ErrorReason::Unspecified)
    }

    /// The reason as sent, such as "NOT_YOUR_TURN"; empty where there is none.
    pub fn reason_name(&self) -> &str {
        &self.reason_name
    }

    /// Facts about the reason by name, such as "to_move".
    pub fn metadata(&self) -> &HashMap<String, String> {
        &self.metadata
    }

    /// How long the server asks to wait before the next try.
    pub fn retry_delay(&self) -> Option<Duration> {
        self.retry_delay
    }

    /// The status with all its details; see tonic-types for reading them.
    pub fn status(&self) -> &Status {
        &self.status
    }

    /// True if the same call, with the same request id, may succeed a little later.
    pub fn is_transient(&self) -> bool {
        self.retry_delay.is_some()
            || self.code() == Code::Unavailable
            || self.reason_name.is_empty()
                && matches!(self.code(), Code::Cancelled | Code::Internal | Code::Unknown)
    }

    /// True if a watch that ended so can be taken up again after its last event.
    pub fn is_resumable(&self) -> bool {
        self.gap
            || self.is_transient()
            || self.reason() == ErrorReason::WatcherLagging
            || self.reason_name.is_empty() && self.code() == Code::DeadlineExceeded
    }

    /// A stream that left out events: it is opened again after the last one that came.
    pub(crate) fn gap_after(sequence: i64) -> Self {
        let status = Status::data_loss(format!("the server left out events after {sequence}"));
        Self { gap: true, ..Self::from(status) }
    }

    pub(crate) fn deadline() -> Self {
        Self::from(Status::deadline_exceeded("no answer before the deadline"))
    }
}

impl From<Status> for Error {
    fn from(status: Status) -> Self {
        let details = status.get_error_details();
        let info = details.error_info().filter(|info| info.domain == DOMAIN);
        Self {
            reason_name: info.map(|info| info.reason.clone()).unwrap_or_default(),
            metadata: info.map(|info| info.metadata.clone()).unwrap_or_default(),
            retry_delay: details.retry_info().and_then(|retry| retry.retry_delay),
            gap: false,
            status: Box::new(status),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.reason_name.as_str() {
            "" => write!(out, "{:?}: {}", self.code(), self.message()),
            reason => write!(out, "{reason}: {}", self.message()),
        }
    }
}

impl std::error::Error for Error {}
