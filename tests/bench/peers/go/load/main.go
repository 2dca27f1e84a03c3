// Load plays games over gRPC on any server that has CreateGame and SubmitMove of our contract, and prints
// one JSON document: how many moves, how long they took, and the processor time of the server meanwhile.
//
//	load -address HOST:PORT -server-pid N -games 8000 -seconds 3
//	load -address HOST:PORT -server-pid N -games 10000 -plies 5
//
// The games are made before the time begins. With -seconds each of -players plays one game after another
// to its end, and moves as soon as it has its answer; it ends early, and says so, if the games run out. With -plies
// every game gets so many moves and no more, and stays as it is. With -allocate and -seconds 0 many games are made
// quickly: the server must take AllocateGames from everyone, as with --dev.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/metadata"

	"github.com/meeple/meeple/clients/go/meeplev1"
)

var (
	address     = flag.String("address", "", "the server's HOST:PORT")
	pid         = flag.Int("server-pid", 0, "the server's process, on this machine")
	players     = flag.Int("players", 64, "games at a time")
	connections = flag.Int("connections", 8, "connections that the players share")
	games       = flag.Int("games", 10_000, "games made beforehand")
	boardSize   = flag.Int("size", 3, "rows and columns of the board: 3, or a multiple of 4")
	plies       = flag.Int("plies", 0, "moves of each game; 0 plays to the end until the time is over")
	seconds     = flag.Float64("seconds", 3, "how long to play; 0 makes the games alone")
	allocate    = flag.Bool("allocate", false, "makes the games by AllocateGames, many a call")
)

// mostAllocated is how many games a call of AllocateGames may make.
const mostAllocated = 100

// A report is what is printed. Times of calls are of the client's clock.
type report struct {
	Games            int     `json:"games"`
	Moves            int     `json:"moves"`
	Seconds          float64 `json:"seconds"`
	RanOut           bool    `json:"ran_out"`
	PerSecond        float64 `json:"per_second"`
	P50Microseconds  float64 `json:"p50_us"`
	P99Microseconds  float64 `json:"p99_us"`
	ServerCPU        float64 `json:"server_cpu_seconds"`
	ServerCPUPerMove float64 `json:"server_cpu_us_per_move"`
}

// A table is one game and those who play it.
type table struct {
	stub   meeplev1.GameServiceClient
	id     string
	tokens []string
}

// drawnGame is a game of 3 x 3 that nobody wins.
var drawnGame = [9]int32{0, 1, 2, 4, 3, 5, 7, 6, 8}

// cell is where a turn, from 0, is played, so that no line is ever full of one mark: on larger boards row by
// row, with the marks of every second pair of rows exchanged.
func cell(turn, size int32) *meeplev1.Cell {
	if size == 3 {
		turn = drawnGame[turn]
		return &meeplev1.Cell{Row: turn / size, Column: turn % size}
	}
	row := turn / size
	return &meeplev1.Cell{Row: row, Column: turn%size ^ row/2%2}
}

func config() *meeplev1.GameConfig {
	return &meeplev1.GameConfig{Kind: "tic_tac_toe",
		Parameters: map[string]string{"size": strconv.Itoa(*boardSize)}}
}

// A made game is one in the answer of CreateGame, or of AllocateGames.
type madeGame interface {
	GetGame() *meeplev1.Game
	GetCredentials() []*meeplev1.Credential
}

func newTable(connection *grpc.ClientConn, made madeGame) *table {
	t := &table{stub: meeplev1.NewGameServiceClient(connection), id: made.GetGame().GetGameId()}
	for _, credential := range made.GetCredentials() {
		if credential.GetKind() == meeplev1.CredentialKind_CREDENTIAL_KIND_SEAT {
			t.tokens = append(t.tokens, "Bearer "+credential.GetToken())
		}
	}
	return t
}

// open makes as many games as there are tables.
func open(connection *grpc.ClientConn, tables []*table) error {
	if *allocate {
		return openBatch(connection, tables)
	}
	stub := meeplev1.NewGameServiceClient(connection)
	for i := range tables {
		created, err := stub.CreateGame(context.Background(), &meeplev1.CreateGameRequest{Config: config()})
		if err != nil {
			return err
		}
		tables[i] = newTable(connection, created)
	}
	return nil
}

func openBatch(connection *grpc.ClientConn, tables []*table) error {
	request := &meeplev1.AllocateGamesRequest{}
	for range tables {
		request.Games = append(request.Games, &meeplev1.GameAllocation{Config: config()})
	}
	answer, err := meeplev1.NewAllocationServiceClient(connection).AllocateGames(context.Background(), request)
	if err != nil {
		return err
	}
	for i, result := range answer.GetResults() {
		if result.GetError() != nil {
			return fmt.Errorf("AllocateGames: %v", result.GetError())
		}
		tables[i] = newTable(connection, result.GetAllocated())
	}
	return nil
}

// play makes the move of a turn, from 0.
func (t *table) play(turn int32) error {
	ctx := context.Background()
	if len(t.tokens) > 0 {
		ctx = metadata.AppendToOutgoingContext(ctx, "authorization", t.tokens[int(turn)%len(t.tokens)])
	}
	_, err := t.stub.SubmitMove(ctx, &meeplev1.SubmitMoveRequest{GameId: t.id,
		Move: &meeplev1.Move{Action: &meeplev1.Move_Cell{Cell: cell(turn, int32(*boardSize))}}})
	return err
}

// atOnce runs a function for each player at a time, and gives the first of their errors.
func atOnce(do func(player int) error) error {
	failures := make([]error, *players)
	var group sync.WaitGroup
	for player := range *players {
		group.Go(func() { failures[player] = do(player) })
	}
	group.Wait()
	for _, err := range failures {
		if err != nil {
			return err
		}
	}
	return nil
}

// prepare makes the games.
func prepare(connections []*grpc.ClientConn) ([]*table, error) {
	tables := make([]*table, *games)
	batch := int64(1)
	if *allocate {
		batch = mostAllocated
	}
	var next atomic.Int64
	err := atOnce(func(player int) (err error) {
		for begin := next.Add(batch) - batch; begin < int64(*games) && err == nil; begin = next.Add(batch) - batch {
			err = open(connections[player%len(connections)], tables[begin:min(begin+batch, int64(*games))])
		}
		return err
	})
	return tables, err
}

// playAll plays the games and gives the times of all moves.
func playAll(tables []*table, limit int32, deadline time.Time) ([]time.Duration, error) {
	times := make([][]time.Duration, *players)
	var next atomic.Int64
	err := atOnce(func(player int) error {
		for i := next.Add(1) - 1; i < int64(len(tables)); i = next.Add(1) - 1 {
			for turn := range limit {
				begun := time.Now()
				if begun.After(deadline) {
					return nil
				}
				if err := tables[i].play(turn); err != nil {
					return err
				}
				times[player] = append(times[player], time.Since(begun))
			}
		}
		return nil
	})
	return slices.Concat(times...), err
}

// ticksPerSecond is the unit of /proc/PID/stat, the same on every Linux.
const ticksPerSecond = 100

// cpu is the processor time of a process so far, in seconds.
func cpu(pid int) (float64, error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0, err
	}
	// Behind the name in parentheses come the fields from the third; user and system time are 14 and 15.
	fields := strings.Fields(string(text[bytes.LastIndexByte(text, ')')+1:]))
	var ticks int
	for _, field := range fields[11:13] {
		number, err := strconv.Atoi(field)
		if err != nil {
			return 0, err
		}
		ticks += number
	}
	return float64(ticks) / ticksPerSecond, nil
}

func dial() (made []*grpc.ClientConn, err error) {
	made = make([]*grpc.ClientConn, *connections)
	for i := range made {
		made[i], err = grpc.NewClient(*address, grpc.WithTransportCredentials(insecure.NewCredentials()))
		if err != nil {
			return nil, err
		}
	}
	return made, nil
}

func measure() (*report, error) {
	made, err := dial()
	if err != nil {
		return nil, err
	}
	tables, err := prepare(made)
	if err != nil {
		return nil, err
	}
	limit, deadline := int32(*plies), time.Now().Add(24*time.Hour)
	if limit == 0 {
		limit = int32(*boardSize * *boardSize)
		deadline = time.Now().Add(time.Duration(*seconds * float64(time.Second)))
	}
	before, err := cpu(*pid)
	if err != nil {
		return nil, err
	}
	begun := time.Now()
	times, err := playAll(tables, limit, deadline)
	if err != nil {
		return nil, err
	}
	took := time.Since(begun).Seconds()
	after, err := cpu(*pid)
	if err != nil {
		return nil, err
	}
	return summary(times, took, after-before), nil
}

func summary(times []time.Duration, took, used float64) *report {
	slices.Sort(times)
	at := func(share float64) float64 {
		if len(times) == 0 {
			return 0
		}
		return float64(times[int(share*float64(len(times)-1))]) / float64(time.Microsecond)
	}
	moves := len(times)
	return &report{Games: *games, Moves: moves, Seconds: took, RanOut: *plies == 0 && took < *seconds,
		PerSecond: float64(moves) / took, P50Microseconds: at(0.5), P99Microseconds: at(0.99),
		ServerCPU: used, ServerCPUPerMove: used * 1e6 / float64(max(moves, 1))}
}

func main() {
	flag.Parse()
	result, err := measure()
	if err != nil {
		log.Fatal(err)
	}
	if err := json.NewEncoder(os.Stdout).Encode(result); err != nil {
		log.Fatal(err)
	}
}
