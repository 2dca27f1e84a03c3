// Playbot plays tic-tac-toe against a bot while a spectator follows: playbot [HOST:PORT]
package main

import (
	"context"
	"fmt"
	"log"
	"os"

	meeple "github.com/meeple/meeple/clients/go"
	"github.com/meeple/meeple/clients/go/meeplev1"
)

func main() {
	log.SetFlags(0)
	address := "localhost:50051"
	if len(os.Args) > 1 {
		address = os.Args[1]
	}
	if err := run(context.Background(), address); err != nil {
		log.Fatal(err)
	}
}

func run(ctx context.Context, address string) error {
	client, err := meeple.NewClient(address)
	if err != nil {
		return err
	}
	defer client.Close()
	created, err := client.CreateGame(ctx, &meeplev1.GameConfig{Kind: "tic_tac_toe", Seats: []*meeplev1.SeatConfig{
		{PlayerId: "you"},
		{PlayerId: "bot", Controller: &meeplev1.SeatConfig_Bot{Bot: &meeplev1.Bot{Kind: "perfect"}}},
	}})
	if err != nil {
		return err
	}
	gameID := created.GetGame().GetGameId()
	followed := make(chan error, 1)
	go func() { followed <- follow(ctx, client, gameID) }()
	you, err := client.Seat(created, "you")
	if err != nil {
		return err
	}
	if err := play(ctx, you, gameID, 0); err != nil {
		return err
	}
	if err := <-followed; err != nil {
		return err
	}
	game, err := client.GetGame(ctx, gameID)
	fmt.Println(game.GetGame().GetRendered())
	return err
}

// follow is a spectator: it prints every event until the game ends.
func follow(ctx context.Context, client *meeple.Client, gameID string) error {
	for event, err := range client.Watch(ctx, gameID, meeple.WatchOptions{UntilFinish: true}) {
		if err != nil {
			return err
		}
		fmt.Printf("  spectator | %4d  %s\n", event.GetSequence(), event.GetText())
	}
	return nil
}

// play is a player: it makes the first legal move whenever it is its turn. It looks at whole updates, since
// the position after one of several events of a call is not for anyone to move in.
func play(ctx context.Context, player *meeple.Client, gameID string, seat int32) error {
	for update, err := range player.WatchUpdates(ctx, gameID, meeple.WatchOptions{UntilFinish: true}) {
		if err != nil {
			return err
		}
		events := update.GetEvents().GetEvents()
		if len(events) == 0 || !isTurnOf(seat, events[len(events)-1].GetCursor()) {
			continue
		}
		legal, err := player.LegalMoves(ctx, gameID)
		if err != nil {
			return err
		}
		sequence := events[len(events)-1].GetSequence()
		if _, err := player.Games.SubmitMove(ctx, &meeplev1.SubmitMoveRequest{
			GameId: gameID, Move: legal.GetMoves()[0], ExpectedSequence: &sequence,
		}); err != nil {
			return err
		}
	}
	return nil
}

func isTurnOf(seat int32, cursor *meeplev1.TurnCursor) bool {
	return cursor.GetStatus() == meeplev1.GameStatus_GAME_STATUS_IN_PROGRESS && cursor.GetTurnIndex() == seat
}
