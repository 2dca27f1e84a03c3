// Package meeple is the client of Meeple, a server for turn-based board games over gRPC.
//
//	client, err := meeple.NewClient("localhost:50051")
//	...
//	defer client.Close()
//	created, err := client.CreateGame(ctx, &meeplev1.GameConfig{Kind: "tic_tac_toe"})
//	...
//	x, err := client.Seat(created, "X")
//	...
//	moved, err := x.Play(ctx, created.GetGame().GetGameId(), "b2")
//	...
//	for event, err := range client.Watch(ctx, created.GetGame().GetGameId(), meeple.WatchOptions{}) {
//		...
//	}
//
// The generated clients Games, Lobby, Allocation and Admin of a [Client] have every rpc of the contract; the
// messages are in the package meeplev1. Every call carries the credential, has a deadline, sets request ids
// that are empty, repeats what may be repeated, and fails with an [*Error].
package meeple
