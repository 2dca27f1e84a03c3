package meeple

import (
	"math/rand/v2"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"
)

// An Option says how a client behaves.
type Option func(*options)

type options struct {
	token        string
	timeout      time.Duration
	patience     time.Duration
	firstDelay   time.Duration
	longestDelay time.Duration
	encryption   credentials.TransportCredentials
	dial         []grpc.DialOption
}

func defaults() options {
	return options{
		timeout:      10 * time.Second,
		patience:     5 * time.Minute,
		firstDelay:   100 * time.Millisecond,
		longestDelay: 2 * time.Second,
		encryption:   insecure.NewCredentials(),
	}
}

// WithToken makes the caller the holder of a credential or an API key. Without it the caller is a spectator.
func WithToken(token string) Option { return func(o *options) { o.token = token } }

// WithTimeout is what a call may take, its repetitions included, where its context has no deadline; 10
// seconds by default.
func WithTimeout(timeout time.Duration) Option { return func(o *options) { o.timeout = timeout } }

// WithPatience is how long a watch tries to come back, from the loss of its connection to its next message;
// five minutes by default.
func WithPatience(patience time.Duration) Option {
	return func(o *options) { o.patience = patience }
}

// WithDelays is how long to wait before the first repetition, and before any; 0.1 and 2 seconds by default.
// Delays double, and vary by a fifth so that clients do not come back all at once. What the server asks for
// is kept to where it is longer.
func WithDelays(first, longest time.Duration) Option {
	return func(o *options) { o.firstDelay, o.longestDelay = first, longest }
}

// WithEncryption encrypts the connection, such as with credentials.NewTLS(nil). By default it is plain.
func WithEncryption(encryption credentials.TransportCredentials) Option {
	return func(o *options) { o.encryption = encryption }
}

// WithDialOptions adds options of the gRPC connection.
func WithDialOptions(dial ...grpc.DialOption) Option {
	return func(o *options) { o.dial = append(o.dial, dial...) }
}

// A backoff tells how long to wait between tries.
type backoff struct {
	first, longest, next time.Duration
}

func newBackoff(o *options) *backoff {
	return &backoff{first: o.firstDelay, longest: o.longestDelay, next: o.firstDelay}
}

// reset begins anew, after a success.
func (b *backoff) reset() { b.next = b.first }

// delay is the time to wait before the next try, at least what the server asks for.
func (b *backoff) delay(asked time.Duration) time.Duration {
	varied := time.Duration(float64(b.next) * (0.8 + 0.4*rand.Float64()))
	b.next = min(2*b.next, b.longest)
	return max(varied, asked)
}
