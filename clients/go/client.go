package meeple

import (
	"context"
	"fmt"
	"iter"
	"time"

	"google.golang.org/grpc"
	grpcbackoff "google.golang.org/grpc/backoff"
	"google.golang.org/grpc/keepalive"

	"github.com/meeple/meeple/clients/go/meeplev1"
)

// A Client is the way to one server, as one caller. It is safe for concurrent use.
type Client struct {
	// Games has every rpc of players, spectators and bots.
	Games meeplev1.GameServiceClient
	// Lobby has the rpcs of those who look for a seat.
	Lobby meeplev1.LobbyServiceClient
	// Scoreboard has who has won how often.
	Scoreboard meeplev1.ScoreboardServiceClient
	// Allocation has the rpcs of matchmakers; they need an API key.
	Allocation meeplev1.AllocationServiceClient
	// Admin has the rpcs of operators; they need an API key.
	Admin meeplev1.AdminServiceClient

	conn    *grpc.ClientConn
	options *options
}

// NewClient is a client of the server at an address such as "localhost:50051". It connects with its first
// call; the error is one of the address or the options.
func NewClient(address string, opts ...Option) (*Client, error) {
	o := defaults()
	for _, opt := range opts {
		opt(&o)
	}
	dial := []grpc.DialOption{
		grpc.WithTransportCredentials(o.encryption),
		// A peer that vanished without a word is noticed within 40 seconds, also on a quiet watch.
		grpc.WithKeepaliveParams(keepalive.ClientParameters{Time: 30 * time.Second, Timeout: 10 * time.Second}),
		// Repetitions are ours: the connection must not pause longer than they do.
		grpc.WithConnectParams(grpc.ConnectParams{
			Backoff:           grpcbackoff.Config{BaseDelay: 100 * time.Millisecond, Multiplier: 1.6, Jitter: 0.2, MaxDelay: time.Second},
			MinConnectTimeout: 2 * time.Second,
		}),
		grpc.WithDisableRetry(),
	}
	conn, err := grpc.NewClient(address, append(dial, o.dial...)...)
	if err != nil {
		return nil, fmt.Errorf("meeple: %w", err)
	}
	return newClient(conn, &o, o.token), nil
}

func newClient(conn *grpc.ClientConn, o *options, token string) *Client {
	caller := &caller{conn: conn, options: o, token: token}
	return &Client{
		Games:      meeplev1.NewGameServiceClient(caller),
		Lobby:      meeplev1.NewLobbyServiceClient(caller),
		Scoreboard: meeplev1.NewScoreboardServiceClient(caller),
		Allocation: meeplev1.NewAllocationServiceClient(caller),
		Admin:      meeplev1.NewAdminServiceClient(caller),
		conn:       conn,
		options:    o,
	}
}

// As is another caller on the same connection, which closes with this client.
func (c *Client) As(token string) *Client { return newClient(c.conn, c.options, token) }

// Seat is the player of a seat in the answer of CreateGame, or in an AllocatedGame, on the same connection.
func (c *Client) Seat(created interface{ GetCredentials() []*meeplev1.Credential }, player string) (*Client, error) {
	for _, credential := range created.GetCredentials() {
		if credential.GetPlayerId() == player {
			return c.As(credential.GetToken()), nil
		}
	}
	return nil, fmt.Errorf("meeple: no credential of player %q in this answer", player)
}

// Close ends the connection; calls and watches that are open end.
func (c *Client) Close() error { return c.conn.Close() }

// CreateGame creates a game; it starts once every seat is filled.
func (c *Client) CreateGame(ctx context.Context, config *meeplev1.GameConfig) (*meeplev1.CreateGameResponse, error) {
	return c.Games.CreateGame(ctx, &meeplev1.CreateGameRequest{Config: config})
}

// GetGame is a game as the caller may see it.
func (c *Client) GetGame(ctx context.Context, gameID string) (*meeplev1.GetGameResponse, error) {
	return c.Games.GetGame(ctx, &meeplev1.GetGameRequest{GameId: gameID})
}

// LegalMoves is what the seat to move may play.
func (c *Client) LegalMoves(ctx context.Context, gameID string) (*meeplev1.ListLegalMovesResponse, error) {
	return c.Games.ListLegalMoves(ctx, &meeplev1.ListLegalMovesRequest{GameId: gameID})
}

// Play plays a move in its notation, such as "b2".
func (c *Client) Play(ctx context.Context, gameID, notation string) (*meeplev1.SubmitMoveResponse, error) {
	return c.Games.SubmitMove(ctx, &meeplev1.SubmitMoveRequest{GameId: gameID,
		Move: &meeplev1.Move{Notation: notation}})
}

// Undo takes back the last move.
func (c *Client) Undo(ctx context.Context, gameID string) (*meeplev1.UndoResponse, error) {
	return c.Games.Undo(ctx, &meeplev1.UndoRequest{GameId: gameID})
}

// Redo plays the move again that was taken back.
func (c *Client) Redo(ctx context.Context, gameID string) (*meeplev1.RedoResponse, error) {
	return c.Games.Redo(ctx, &meeplev1.RedoRequest{GameId: gameID})
}

// Resign gives up the caller's seat.
func (c *Client) Resign(ctx context.Context, gameID string) (*meeplev1.ResignResponse, error) {
	return c.Games.Resign(ctx, &meeplev1.ResignRequest{GameId: gameID})
}

// HandToBot has a bot of the server play a seat from now on.
func (c *Client) HandToBot(ctx context.Context, gameID string, seat int32, bot *meeplev1.Bot) (*meeplev1.SetControllerResponse, error) {
	return c.Games.SetController(ctx, &meeplev1.SetControllerRequest{GameId: gameID, Seat: seat,
		Controller: &meeplev1.Controller{Controller: &meeplev1.Controller_Bot{Bot: bot}}})
}

// TakeOver has the holder of a seat's credential play it again.
func (c *Client) TakeOver(ctx context.Context, gameID string, seat int32) (*meeplev1.SetControllerResponse, error) {
	return c.Games.SetController(ctx, &meeplev1.SetControllerRequest{GameId: gameID, Seat: seat,
		Controller: &meeplev1.Controller{Controller: &meeplev1.Controller_Held{Held: &meeplev1.Held{}}}})
}

// Offer offers a draw, an undo or a rematch to the other seats.
func (c *Client) Offer(ctx context.Context, gameID string, kind meeplev1.OfferKind) (*meeplev1.MakeOfferResponse, error) {
	return c.Games.MakeOffer(ctx, &meeplev1.MakeOfferRequest{GameId: gameID, Kind: kind})
}

// Answer answers an offer of another seat, or withdraws the caller's own.
func (c *Client) Answer(ctx context.Context, gameID string, offerID int64, answer meeplev1.OfferAnswer) (*meeplev1.AnswerOfferResponse, error) {
	return c.Games.AnswerOffer(ctx, &meeplev1.AnswerOfferRequest{GameId: gameID, OfferId: offerID, Answer: answer})
}

// Kinds is the list of games that the server plays.
func (c *Client) Kinds(ctx context.Context) (*meeplev1.ListGameKindsResponse, error) {
	return c.Games.ListGameKinds(ctx, &meeplev1.ListGameKindsRequest{})
}

// Events is everything that happened after an event, page by page.
func (c *Client) Events(ctx context.Context, gameID string, afterSequence int64) iter.Seq2[*meeplev1.GameEvent, error] {
	request := &meeplev1.ListEventsRequest{GameId: gameID, AfterSequence: afterSequence}
	return pages(func(token string) ([]*meeplev1.GameEvent, string, error) {
		request.PageToken = token
		page, err := c.Games.ListEvents(ctx, request)
		return page.GetEvents(), page.GetNextPageToken(), err
	})
}

// Replay is the positions of the line that stands, from the empty board, page by page.
func (c *Client) Replay(ctx context.Context, gameID string) iter.Seq2[*meeplev1.ReplayFrame, error] {
	request := &meeplev1.ReplayRequest{GameId: gameID}
	return pages(func(token string) ([]*meeplev1.ReplayFrame, string, error) {
		request.PageToken = token
		page, err := c.Games.Replay(ctx, request)
		return page.GetFrames(), page.GetNextPageToken(), err
	})
}

// pages is the items of page after page; the first error ends it.
func pages[Item any](read func(token string) ([]Item, string, error)) iter.Seq2[Item, error] {
	return func(yield func(Item, error) bool) {
		for token, more := "", true; more; {
			items, next, err := read(token)
			if err != nil {
				var none Item
				yield(none, err)
				return
			}
			for _, item := range items {
				if !yield(item, nil) {
					return
				}
			}
			token, more = next, next != ""
		}
	}
}
