// Runner carries out conformance commands with the Go client: see clients/conformance/README.md.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"log"
	"os"
	"strings"
	"time"
	"unicode"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"

	meeple "github.com/meeple/meeple/clients/go"
	"github.com/meeple/meeple/clients/go/meeplev1"
)

type command struct {
	Do        string          `json:"do"`
	Method    string          `json:"method"`
	Token     string          `json:"token"`
	Request   json.RawMessage `json:"request"`
	TimeoutMS int             `json:"timeout_ms"`
	Name      string          `json:"name"`
	Feed      string          `json:"feed"`
	Type      string          `json:"type"`
	Base64    []byte          `json:"base64"`
}

type reply map[string]any

type watch struct {
	next func() (proto.Message, error, bool)
	stop func()
}

type runner struct {
	client  *meeple.Client
	watches map[string]watch
}

// connect has a connection that is encrypted if a file of certificates to trust is named.
func connect(address, authority string) (*meeple.Client, error) {
	if authority == "" {
		return meeple.NewClient(address)
	}
	encryption, err := credentials.NewClientTLSFromFile(authority, "")
	if err != nil {
		return nil, err
	}
	return meeple.NewClient(address, meeple.WithEncryption(encryption))
}

func main() {
	client, err := connect(os.Getenv("MEEPLE_SERVER"), os.Getenv("MEEPLE_TLS_CA"))
	if err != nil {
		log.Fatal(err)
	}
	r := &runner{client: client, watches: map[string]watch{}}
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<24)
	output := json.NewEncoder(os.Stdout)
	for lines.Scan() {
		var c command
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			log.Fatal(err)
		}
		answer, err := r.answer(c)
		if err != nil {
			answer = errorReply(err)
		}
		if err := output.Encode(answer); err != nil {
			log.Fatal(err)
		}
	}
}

func (r *runner) answer(c command) (reply, error) {
	switch c.Do {
	case "call":
		return r.call(c)
	case "watch":
		return r.watch(c)
	case "next":
		item, err, more := r.watches[c.Name].next()
		if !more {
			return reply{"end": true}, nil
		}
		return answerReply(item, err)
	case "close":
		r.watches[c.Name].stop()
		return reply{"answer": reply{}}, nil
	case "decode":
		message := map[string]proto.Message{"GameEvent": &meeplev1.GameEvent{}, "Game": &meeplev1.Game{},
			"WatchGameResponse": &meeplev1.WatchGameResponse{}}[c.Type]
		return answerReply(message, proto.Unmarshal(c.Base64, message))
	}
	return nil, fmt.Errorf("unknown command %q", c.Do)
}

func (r *runner) call(c command) (reply, error) {
	ctx, cancel := context.Background(), context.CancelFunc(func() {})
	if c.TimeoutMS > 0 {
		ctx, cancel = context.WithTimeout(ctx, time.Duration(c.TimeoutMS)*time.Millisecond)
	}
	defer cancel()
	caller := r.client.As(c.Token)
	games := caller.Games
	switch c.Method {
	case "CreateGame":
		return call(ctx, c, games.CreateGame, &meeplev1.CreateGameRequest{})
	case "GetGame":
		return call(ctx, c, games.GetGame, &meeplev1.GetGameRequest{})
	case "ListLegalMoves":
		return call(ctx, c, games.ListLegalMoves, &meeplev1.ListLegalMovesRequest{})
	case "SubmitMove":
		return call(ctx, c, games.SubmitMove, &meeplev1.SubmitMoveRequest{})
	case "Undo":
		return call(ctx, c, games.Undo, &meeplev1.UndoRequest{})
	case "Redo":
		return call(ctx, c, games.Redo, &meeplev1.RedoRequest{})
	case "Resign":
		return call(ctx, c, games.Resign, &meeplev1.ResignRequest{})
	case "Abandon":
		return call(ctx, c, games.Abandon, &meeplev1.AbandonRequest{})
	case "Replay":
		return call(ctx, c, games.Replay, &meeplev1.ReplayRequest{})
	case "ListEvents":
		return call(ctx, c, games.ListEvents, &meeplev1.ListEventsRequest{})
	case "SetController":
		return call(ctx, c, games.SetController, &meeplev1.SetControllerRequest{})
	case "MakeOffer":
		return call(ctx, c, games.MakeOffer, &meeplev1.MakeOfferRequest{})
	case "AnswerOffer":
		return call(ctx, c, games.AnswerOffer, &meeplev1.AnswerOfferRequest{})
	case "ForkGame":
		return call(ctx, c, games.ForkGame, &meeplev1.ForkGameRequest{})
	case "ListGameKinds":
		return call(ctx, c, games.ListGameKinds, &meeplev1.ListGameKindsRequest{})
	case "ListGames":
		return call(ctx, c, caller.Lobby.ListGames, &meeplev1.ListGamesRequest{})
	case "JoinGame":
		return call(ctx, c, caller.Lobby.JoinGame, &meeplev1.JoinGameRequest{})
	case "LeaveGame":
		return call(ctx, c, caller.Lobby.LeaveGame, &meeplev1.LeaveGameRequest{})
	case "AllocateGames":
		return call(ctx, c, caller.Allocation.AllocateGames, &meeplev1.AllocateGamesRequest{})
	}
	return nil, fmt.Errorf("unknown method %q", c.Method)
}

func (r *runner) watch(c command) (reply, error) {
	caller, ctx := r.client.As(c.Token), context.Background()
	switch c.Feed {
	case "game":
		request := &meeplev1.WatchGameRequest{}
		if err := protojson.Unmarshal(c.Request, request); err != nil {
			return nil, err
		}
		r.watches[c.Name] = watchOf(caller.Watch(ctx, request.GetGameId(), meeple.WatchOptions{
			AfterSequence: request.GetAfterSequence(), UntilFinish: request.GetUntilFinish()}))
	case "lobby":
		request := &meeplev1.WatchLobbyRequest{}
		if err := protojson.Unmarshal(c.Request, request); err != nil {
			return nil, err
		}
		r.watches[c.Name] = watchOf(caller.WatchLobby(ctx, request))
	case "results":
		request := &meeplev1.WatchResultsRequest{}
		if err := protojson.Unmarshal(c.Request, request); err != nil {
			return nil, err
		}
		r.watches[c.Name] = watchOf(caller.WatchResults(ctx, request.GetAfterSequence()))
	default:
		return nil, fmt.Errorf("unknown feed %q", c.Feed)
	}
	return reply{"answer": reply{}}, nil
}

func watchOf[Item proto.Message](items iter.Seq2[Item, error]) watch {
	next, stop := iter.Pull2(items)
	return watch{stop: stop, next: func() (proto.Message, error, bool) {
		item, err, more := next()
		return item, err, more
	}}
}

// call makes a call of the generated client, whose options no command needs.
func call[Request, Response proto.Message, Option any](ctx context.Context, c command,
	method func(context.Context, Request, ...Option) (Response, error), request Request) (reply, error) {
	if err := protojson.Unmarshal(c.Request, request); err != nil {
		return nil, err
	}
	response, err := method(ctx, request)
	return answerReply(response, err)
}

func answerReply(message proto.Message, err error) (reply, error) {
	if err != nil {
		return nil, err
	}
	text, err := protojson.MarshalOptions{UseProtoNames: true}.Marshal(message)
	return reply{"answer": json.RawMessage(text)}, err
}

func errorReply(err error) reply {
	var failure *meeple.Error
	if !errors.As(err, &failure) {
		log.Fatal(err)
	}
	return reply{"error": reply{"code": nameOf(failure.Code), "reason": failure.ReasonName,
		"known": failure.Reason != 0, "metadata": failure.Metadata}}
}

// nameOf writes a code as all languages but Go do: FAILED_PRECONDITION.
func nameOf(code codes.Code) string {
	var name strings.Builder
	for i, letter := range code.String() {
		if i > 0 && unicode.IsUpper(letter) {
			name.WriteByte('_')
		}
		name.WriteRune(unicode.ToUpper(letter))
	}
	return name.String()
}
