// Plainserver is tic-tac-toe as one writes it with grpc-go in an afternoon: CreateGame and SubmitMove of
// our contract, a map of games in memory, a lock a game, the rules and a check of turn and cell. No
// credential, no journal, no request ids, no watch. It is what `scripts/bench-peers` holds ours against.
//
//	plainserver -listen 127.0.0.1:0    prints "listening on HOST:PORT"
package main

import (
	"context"
	"crypto/rand"
	"flag"
	"fmt"
	"log"
	"net"
	"sync"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/meeple/meeple/clients/go/meeplev1"
)

const size = 3

var players = [2]string{"X", "O"}

var lines = [8][3]int32{{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}}

// A game is one game; its lock guards all else.
type game struct {
	mutex sync.Mutex
	// 0 for an empty cell, else the number of the player, from 1.
	cells  [size * size]int8
	turns  int32
	winner string
	over   bool
}

// play places the next mark; the error says why not.
func (g *game) play(cell int32) error {
	if g.over {
		return status.Error(codes.FailedPrecondition, "the game is over")
	}
	if cell < 0 || cell >= size*size || g.cells[cell] != 0 {
		return status.Error(codes.FailedPrecondition, "this cell cannot be played")
	}
	player := g.turns % 2
	g.cells[cell] = int8(player + 1)
	g.turns++
	if g.won(int8(player + 1)) {
		g.winner = players[player]
	}
	g.over = g.winner != "" || g.turns == size*size
	return nil
}

func (g *game) won(mark int8) bool {
	for _, line := range lines {
		if g.cells[line[0]] == mark && g.cells[line[1]] == mark && g.cells[line[2]] == mark {
			return true
		}
	}
	return false
}

func (g *game) status() meeplev1.GameStatus {
	switch {
	case g.winner != "":
		return meeplev1.GameStatus_GAME_STATUS_WON
	case g.over:
		return meeplev1.GameStatus_GAME_STATUS_DRAWN
	default:
		return meeplev1.GameStatus_GAME_STATUS_IN_PROGRESS
	}
}

func (g *game) cursor() *meeplev1.TurnCursor {
	return &meeplev1.TurnCursor{Status: g.status(), TurnIndex: g.turns % 2, Turns: g.turns}
}

type server struct {
	meeplev1.UnimplementedGameServiceServer
	mutex sync.RWMutex
	games map[string]*game
}

func (s *server) CreateGame(context.Context, *meeplev1.CreateGameRequest) (*meeplev1.CreateGameResponse, error) {
	id, g := rand.Text(), &game{}
	s.mutex.Lock()
	s.games[id] = g
	s.mutex.Unlock()
	return &meeplev1.CreateGameResponse{Game: &meeplev1.Game{
		GameId: id, Cursor: g.cursor(), Board: &meeplev1.Board{Rows: size, Columns: size}}}, nil
}

func (s *server) SubmitMove(_ context.Context, request *meeplev1.SubmitMoveRequest) (*meeplev1.SubmitMoveResponse, error) {
	s.mutex.RLock()
	g := s.games[request.GetGameId()]
	s.mutex.RUnlock()
	if g == nil {
		return nil, status.Error(codes.NotFound, "there is no such game")
	}
	cell := request.GetMove().GetCell()
	if cell == nil {
		return nil, status.Error(codes.InvalidArgument, "a move needs a cell")
	}
	g.mutex.Lock()
	defer g.mutex.Unlock()
	player := players[g.turns%2]
	if err := g.play(cell.GetRow()*size + cell.GetColumn()); err != nil {
		return nil, err
	}
	return &meeplev1.SubmitMoveResponse{
		Move:   &meeplev1.Move{PlayerId: player, Action: request.GetMove().GetAction()},
		Cursor: g.cursor(), Winner: g.winner, Sequence: int64(g.turns),
		Durability: meeplev1.Durability_DURABILITY_MEMORY,
	}, nil
}

func main() {
	listen := flag.String("listen", "127.0.0.1:0", "where to listen")
	flag.Parse()
	listener, err := net.Listen("tcp", *listen)
	if err != nil {
		log.Fatal(err)
	}
	rpc := grpc.NewServer()
	meeplev1.RegisterGameServiceServer(rpc, &server{games: map[string]*game{}})
	fmt.Printf("listening on %s\n", listener.Addr())
	log.Fatal(rpc.Serve(listener))
}
