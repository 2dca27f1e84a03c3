use std::time::Duration;

/// How a client behaves.
#[derive(Clone, Debug)]
pub struct Options {
    /// What a call may take, its repetitions included; 10 seconds.
    pub timeout: Duration,
    /// How long a watch tries to come back, from the loss of its connection to its next message; 5 minutes.
    pub patience: Duration,
    /// How long to wait before the first repetition; 0.1 seconds. Delays double up to `longest_delay`, and vary by
    /// a fifth so that clients do not come back all at once. What the server asks for is kept to where it is longer.
    pub first_delay: Duration,
    /// See there; 2 seconds.
    pub longest_delay: Duration,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            timeout: Duration::from_secs(10),
            patience: Duration::from_secs(300),
            first_delay: Duration::from_millis(100),
            longest_delay: Duration::from_secs(2),
        }
    }
}

/// How long to wait between tries.
pub(crate) struct Backoff {
    first: Duration,
    longest: Duration,
    next: Duration,
}

impl Backoff {
    pub(crate) fn new(options: &Options) -> Self {
        Self { first: options.first_delay, longest: options.longest_delay, next: options.first_delay }
    }

    /// Begins anew, after a success.
    pub(crate) fn reset(&mut self) {
        self.next = self.first;
    }

    /// The delay before the next try, at least what the server asks for.
    pub(crate) fn next(&mut self, asked: Option<Duration>) -> Duration {
        let delay = self.next.mul_f64(0.8 + 0.4 * fastrand::f64());
        self.next = (2 * self.next).min(self.longest);
        delay.max(asked.unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn delays_grow_to_a_limit_and_vary_by_a_fifth() {
        let mut backoff = Backoff::new(&Options::default());
        for about in [100, 200, 400, 800, 1600, 2000, 2000] {
            let delay = backoff.next(None).as_millis();
            assert!(delay >= about * 79 / 100 && delay <= about * 12 / 10, "{delay}");
        }
        assert_eq!(backoff.next(Some(Duration::from_secs(60))), Duration::from_secs(60));
    }
}
