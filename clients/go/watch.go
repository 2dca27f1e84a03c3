package meeple

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/meeple/meeple/clients/go/meeplev1"
)

// WatchOptions say where a watch starts and ends. The zero value is the whole game.
type WatchOptions struct {
	// AfterSequence is the last event that is known already.
	AfterSequence int64
	// UntilFinish ends the watch with the first end of the game, which an undo could still take back.
	UntilFinish bool
	// Snapshot makes the first update the state; events follow from there. Only with AfterSequence 0.
	Snapshot bool
}

// Watch follows a game: every event once, in order, none left out. Where its connection breaks it comes back
// by itself. It ends with an error where coming back does not help, or did not for the time of
// [WithPatience] ([WithTimeout] before the server was reached at all), and when ctx does.
func (c *Client) Watch(ctx context.Context, gameID string, options WatchOptions) iter.Seq2[*meeplev1.GameEvent, error] {
	return func(yield func(*meeplev1.GameEvent, error) bool) {
		for update, err := range c.WatchUpdates(ctx, gameID, options) {
			if err != nil {
				yield(nil, err)
				return
			}
			for _, event := range update.GetEvents().GetEvents() {
				if !yield(event, nil) {
					return
				}
			}
		}
	}
}

// WatchUpdates is as [Client.Watch], with whole messages: a snapshot, the events of one or more whole calls,
// or a bookmark on a quiet stream.
func (c *Client) WatchUpdates(ctx context.Context, gameID string, options WatchOptions) iter.Seq2[*meeplev1.WatchGameResponse, error] {
	return func(yield func(*meeplev1.WatchGameResponse, error) bool) {
		newWatch(c, &cursor{gameID: gameID, sequence: options.AfterSequence,
			untilFinish: options.UntilFinish, wantsSnapshot: options.Snapshot}).run(ctx, yield)
	}
}

// A position is where a watch stands, and how it goes on from there.
type position[Response any] interface {
	// open opens a stream that goes on from here.
	open(ctx context.Context, client *Client) (receiver[Response], error)
	// admit is the message with what is new in it, nil where nothing is, or the error that the stream left
	// out events: it is opened again after the last one that came.
	admit(response *Response) (*Response, error)
}

type receiver[Response any] interface{ Recv() (*Response, error) }

// A watch is one run of WatchUpdates or the like.
type watch[Response any] struct {
	client   *Client
	cursor   position[Response]
	backoff  *backoff
	patience time.Duration
	giveUp   time.Time // zero while all is well
}

func newWatch[Response any](client *Client, cursor position[Response]) *watch[Response] {
	return &watch[Response]{client: client, cursor: cursor, backoff: newBackoff(client.options),
		patience: client.options.timeout}
}

func (w *watch[Response]) run(ctx context.Context, yield func(*Response, error) bool) {
	for {
		wants, err := w.stream(ctx, yield)
		if !wants || err == nil {
			return
		}
		if !w.comesBack(ctx, err) {
			yield(nil, err)
			return
		}
	}
}

// stream hands on what is new on one stream. It returns whether the consumer wants more, and the error that
// the stream ended with.
func (w *watch[Response]) stream(ctx context.Context, yield func(*Response, error) bool) (bool, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	stream, err := w.cursor.open(ctx, w.client)
	if err != nil {
		return true, err
	}
	for {
		response, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			return true, nil
		}
		if err != nil {
			return true, err
		}
		update, err := w.cursor.admit(response)
		if err != nil {
			return true, err
		}
		if update == nil {
			continue
		}
		w.patience, w.giveUp = w.client.options.patience, time.Time{}
		w.backoff.reset()
		if !yield(update, nil) {
			return false, nil
		}
	}
}

// comesBack waits before the next stream; false if there is to be none.
func (w *watch[Response]) comesBack(ctx context.Context, err error) bool {
	lost := toError(err)
	if ctx.Err() != nil || !lost.resumable() {
		return false
	}
	if w.giveUp.IsZero() {
		w.giveUp = time.Now().Add(w.patience)
	}
	delay := w.backoff.delay(lost.RetryDelay)
	return time.Now().Add(delay).Before(w.giveUp) && sleep(ctx, delay)
}

// A cursor is where a watch stands: what has been handed on, what comes next.
type cursor struct {
	gameID        string
	sequence      int64
	untilFinish   bool
	wantsSnapshot bool
}

func (c *cursor) open(ctx context.Context, client *Client) (receiver[meeplev1.WatchGameResponse], error) {
	return client.Games.WatchGame(ctx, c.request())
}

// request opens a stream that goes on from here.
func (c *cursor) request() *meeplev1.WatchGameRequest {
	return &meeplev1.WatchGameRequest{GameId: c.gameID, AfterSequence: c.sequence,
		Snapshot: c.wantsSnapshot, UntilFinish: c.untilFinish}
}

func (c *cursor) admit(response *meeplev1.WatchGameResponse) (*meeplev1.WatchGameResponse, error) {
	switch update := response.GetUpdate().(type) {
	case *meeplev1.WatchGameResponse_Snapshot:
		if !c.wantsSnapshot {
			return nil, nil
		}
		c.wantsSnapshot = false
		c.sequence = update.Snapshot.GetGame().GetSequence()
		return response, nil
	case *meeplev1.WatchGameResponse_Events:
		return c.admitEvents(update.Events)
	case *meeplev1.WatchGameResponse_Bookmark:
		if update.Bookmark.GetSequence() > c.sequence {
			return nil, c.gap()
		}
		return response, nil
	}
	return nil, nil // what a newer server tells
}

func (c *cursor) admitEvents(batch *meeplev1.GameEventBatch) (*meeplev1.WatchGameResponse, error) {
	events := batch.GetEvents()
	for len(events) > 0 && events[0].GetSequence() <= c.sequence {
		events = events[1:]
	}
	if len(events) == 0 {
		return nil, nil
	}
	for i, event := range events {
		if event.GetSequence() != c.sequence+1+int64(i) {
			return nil, c.gap()
		}
	}
	c.sequence += int64(len(events))
	c.wantsSnapshot = false
	return &meeplev1.WatchGameResponse{Update: &meeplev1.WatchGameResponse_Events{
		Events: &meeplev1.GameEventBatch{Events: events}}}, nil
}

func (c *cursor) gap() error {
	message := fmt.Sprintf("the server left out events after %d", c.sequence)
	return &Error{Code: codes.DataLoss, Message: message, gap: true, status: status.New(codes.DataLoss, message)}
}
