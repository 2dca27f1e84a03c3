package meeple_test

import (
	"context"
	"errors"
	"net"
	"slices"
	"sync"
	"testing"
	"time"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/grpc/test/bufconn"
	"google.golang.org/protobuf/protoadapt"
	"google.golang.org/protobuf/types/known/durationpb"

	meeple "github.com/meeple/meeple/clients/go"
	"github.com/meeple/meeple/clients/go/meeplev1"
)

// fakeService answers as a test tells it: one of answers a SubmitMove, one of streams a WatchGame.
type fakeService struct {
	meeplev1.UnimplementedGameServiceServer
	mutex    sync.Mutex
	answers  []answer
	pages    []*meeplev1.ListEventsResponse
	streams  []stream
	moves    []*meeplev1.SubmitMoveRequest
	watches  []*meeplev1.WatchGameRequest
	listings []*meeplev1.ListEventsRequest
	tokens   []string

	allocation fakeAllocation
}

type answer struct {
	response *meeplev1.SubmitMoveResponse
	err      error
}

type stream struct {
	messages []*meeplev1.WatchGameResponse
	err      error
}

func pop[T any](list *[]T) T {
	first := (*list)[0]
	*list = (*list)[1:]
	return first
}

func (s *fakeService) SubmitMove(ctx context.Context, request *meeplev1.SubmitMoveRequest) (*meeplev1.SubmitMoveResponse, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.moves = append(s.moves, request)
	md, _ := metadata.FromIncomingContext(ctx)
	s.tokens = append(s.tokens, md.Get("authorization")...)
	next := pop(&s.answers)
	return next.response, next.err
}

func (s *fakeService) ListEvents(_ context.Context, request *meeplev1.ListEventsRequest) (*meeplev1.ListEventsResponse, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.listings = append(s.listings, request)
	return pop(&s.pages), nil
}

func (s *fakeService) WatchGame(request *meeplev1.WatchGameRequest, out grpc.ServerStreamingServer[meeplev1.WatchGameResponse]) error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.watches = append(s.watches, request)
	next := pop(&s.streams)
	for _, message := range next.messages {
		if err := out.Send(message); err != nil {
			return err
		}
	}
	return next.err
}

// connect starts the service and returns a client of it that does not wait long.
func connect(t *testing.T, service *fakeService, opts ...meeple.Option) *meeple.Client {
	t.Helper()
	listener := bufconn.Listen(1 << 20)
	server := grpc.NewServer()
	meeplev1.RegisterGameServiceServer(server, service)
	meeplev1.RegisterAllocationServiceServer(server, &service.allocation)
	go func() { _ = server.Serve(listener) }()
	t.Cleanup(server.Stop)
	dialer := func(context.Context, string) (net.Conn, error) { return listener.Dial() }
	client, err := meeple.NewClient("passthrough:///fake", append([]meeple.Option{
		meeple.WithDelays(time.Millisecond, 2*time.Millisecond),
		meeple.WithDialOptions(grpc.WithContextDialer(dialer))}, opts...)...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = client.Close() })
	return client
}

func refusal(t *testing.T, code codes.Code, details ...protoadapt.MessageV1) error {
	t.Helper()
	rich, err := status.New(code, "refused").WithDetails(details...)
	if err != nil {
		t.Fatal(err)
	}
	return rich.Err()
}

func draining(t *testing.T, delay time.Duration) error {
	t.Helper()
	return refusal(t, codes.Unavailable, &errdetails.ErrorInfo{Reason: "SERVER_DRAINING", Domain: "meeple.v1"},
		&errdetails.RetryInfo{RetryDelay: durationpb.New(delay)})
}

func taken(t *testing.T) error {
	return refusal(t, codes.FailedPrecondition, &errdetails.ErrorInfo{Reason: "CELL_TAKEN", Domain: "meeple.v1",
		Metadata: map[string]string{"by": "O"}})
}

var (
	broken = status.Error(codes.Internal, "the connection broke")
	moved  = answer{response: &meeplev1.SubmitMoveResponse{Sequence: 3}}
)

func events(numbers ...int64) *meeplev1.WatchGameResponse {
	batch := &meeplev1.GameEventBatch{}
	for _, number := range numbers {
		batch.Events = append(batch.Events, &meeplev1.GameEvent{Sequence: number})
	}
	return &meeplev1.WatchGameResponse{Update: &meeplev1.WatchGameResponse_Events{Events: batch}}
}

func messages(list ...*meeplev1.WatchGameResponse) []*meeplev1.WatchGameResponse { return list }

// follow is the numbers of a watch's events and the error that it ended with.
func follow(client *meeple.Client, options meeple.WatchOptions) ([]int64, error) {
	var numbers []int64
	for event, err := range client.Watch(context.Background(), "g", options) {
		if err != nil {
			return numbers, err
		}
		numbers = append(numbers, event.GetSequence())
	}
	return numbers, nil
}

func TestCallCarriesCredentialAndFreshRequestID(t *testing.T) {
	service := &fakeService{answers: []answer{moved, moved}}
	client := connect(t, service, meeple.WithToken("m1.x"))
	for range 2 {
		if _, err := client.Play(context.Background(), "g", "b2"); err != nil {
			t.Fatal(err)
		}
	}
	if !slices.Equal(service.tokens, []string{"Bearer m1.x", "Bearer m1.x"}) {
		t.Errorf("credentials: %q", service.tokens)
	}
	first, second := service.moves[0].GetRequestId(), service.moves[1].GetRequestId()
	if len(first) != 36 || first[14] != '4' || first == second {
		t.Errorf("request ids: %q, %q", first, second)
	}
}

func TestCallIsRepeatedWithItsRequestIDAfterTheDelayAskedFor(t *testing.T) {
	service := &fakeService{answers: []answer{{err: draining(t, 50*time.Millisecond)}, {err: broken}, moved}}
	started := time.Now()
	response, err := connect(t, service).Play(context.Background(), "g", "b2")
	if err != nil || response.GetSequence() != 3 {
		t.Fatal(response, err)
	}
	if time.Since(started) < 50*time.Millisecond {
		t.Error("the delay that the server asked for was not kept to")
	}
	if len(service.moves) != 3 || service.moves[0].GetRequestId() != service.moves[2].GetRequestId() {
		t.Errorf("requests: %v", service.moves)
	}
}

func TestRequestOfTheCallerIsNotChanged(t *testing.T) {
	service := &fakeService{answers: []answer{moved, moved}}
	client := connect(t, service)
	request := &meeplev1.SubmitMoveRequest{GameId: "g"}
	if _, err := client.Games.SubmitMove(context.Background(), request); err != nil {
		t.Fatal(err)
	}
	if request.GetRequestId() != "" {
		t.Errorf("the request was changed: %v", request)
	}
	request.RequestId = "mine"
	if _, err := client.Games.SubmitMove(context.Background(), request); err != nil {
		t.Fatal(err)
	}
	if got := service.moves[1].GetRequestId(); got != "mine" {
		t.Errorf("request id: %q", got)
	}
}

func TestRefusalIsTypedAndNotRepeated(t *testing.T) {
	service := &fakeService{answers: []answer{{err: taken(t)}}}
	_, err := connect(t, service).Play(context.Background(), "g", "b2")
	var refused *meeple.Error
	if !errors.As(err, &refused) {
		t.Fatalf("not an *Error: %v", err)
	}
	if refused.Code != codes.FailedPrecondition || refused.ReasonName != "CELL_TAKEN" || refused.Metadata["by"] != "O" ||
		meeple.ReasonOf(err) != meeplev1.ErrorReason_ERROR_REASON_CELL_TAKEN {
		t.Errorf("refusal: %+v", refused)
	}
	if status.Code(err) != codes.FailedPrecondition {
		t.Errorf("package status reads %v", status.Code(err))
	}
}

func TestReasonOfALaterReleaseKeepsItsName(t *testing.T) {
	later := refusal(t, codes.FailedPrecondition, &errdetails.ErrorInfo{Reason: "CHECKMATE", Domain: "meeple.v1"})
	_, err := connect(t, &fakeService{answers: []answer{{err: later}}}).Play(context.Background(), "g", "b2")
	var refused *meeple.Error
	if !errors.As(err, &refused) || refused.Reason != 0 || refused.ReasonName != "CHECKMATE" {
		t.Errorf("refusal: %+v", refused)
	}
}

func TestRepetitionEndsWhereTheNextTryWouldComeAfterTheDeadline(t *testing.T) {
	service := &fakeService{answers: []answer{{err: draining(t, 50*time.Millisecond)}, {err: draining(t, time.Minute)}}}
	started := time.Now()
	_, err := connect(t, service).Play(context.Background(), "g", "b2")
	if meeple.ReasonOf(err) != meeplev1.ErrorReason_ERROR_REASON_SERVER_DRAINING || len(service.moves) != 2 {
		t.Errorf("%d requests, then %v", len(service.moves), err)
	}
	if time.Since(started) > 10*time.Second {
		t.Error("it waited for nothing")
	}
}

func TestDeadlineIsThatOfTheContext(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), 0)
	defer cancel()
	_, err := connect(t, &fakeService{}).Play(ctx, "g", "b2")
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("not a deadline: %v", err)
	}
}

func TestPagesAreOneSequence(t *testing.T) {
	service := &fakeService{pages: []*meeplev1.ListEventsResponse{
		{Events: events(1, 2).GetEvents().GetEvents(), NextPageToken: "more"},
		{Events: events(3).GetEvents().GetEvents()}}}
	var numbers []int64
	for event, err := range connect(t, service).Events(context.Background(), "g", 0) {
		if err != nil {
			t.Fatal(err)
		}
		numbers = append(numbers, event.GetSequence())
	}
	if !slices.Equal(numbers, []int64{1, 2, 3}) || service.listings[1].GetPageToken() != "more" {
		t.Errorf("events %v, requests %v", numbers, service.listings)
	}
}

func TestWatchResumesWithoutGapOrRepeat(t *testing.T) {
	service := &fakeService{streams: []stream{
		{messages: messages(events(1, 2)), err: broken},
		{err: draining(t, 50*time.Millisecond)},
		{messages: messages(events(2, 3), events(3), events(4))}}}
	numbers, err := follow(connect(t, service), meeple.WatchOptions{})
	if err != nil || !slices.Equal(numbers, []int64{1, 2, 3, 4}) {
		t.Errorf("events %v, then %v", numbers, err)
	}
	if service.watches[1].GetAfterSequence() != 2 || service.watches[2].GetAfterSequence() != 2 {
		t.Errorf("requests: %v", service.watches)
	}
}

func TestWatchAsksForAGapAgain(t *testing.T) {
	service := &fakeService{streams: []stream{
		{messages: messages(events(1), events(3))}, {messages: messages(events(2, 3))}}}
	numbers, err := follow(connect(t, service), meeple.WatchOptions{})
	if err != nil || !slices.Equal(numbers, []int64{1, 2, 3}) {
		t.Errorf("events %v, then %v", numbers, err)
	}
}

func TestWatchEndsWithARefusal(t *testing.T) {
	service := &fakeService{streams: []stream{{messages: messages(events(1)), err: taken(t)}}}
	numbers, err := follow(connect(t, service), meeple.WatchOptions{})
	if len(numbers) != 1 || meeple.ReasonOf(err) != meeplev1.ErrorReason_ERROR_REASON_CELL_TAKEN {
		t.Errorf("events %v, then %v", numbers, err)
	}
}

func TestWatchRunsOutOfPatience(t *testing.T) {
	service := &fakeService{streams: []stream{{messages: messages(events(1)), err: broken}}}
	for range 1000 {
		service.streams = append(service.streams, stream{err: broken})
	}
	_, err := follow(connect(t, service, meeple.WithPatience(100*time.Millisecond)), meeple.WatchOptions{})
	var lost *meeple.Error
	if !errors.As(err, &lost) || lost.Code != codes.Internal {
		t.Errorf("ended with %v", err)
	}
}

func TestSnapshotIsTheStartAndAskedForOnce(t *testing.T) {
	state := &meeplev1.WatchGameResponse{Update: &meeplev1.WatchGameResponse_Snapshot{
		Snapshot: &meeplev1.GameSnapshot{Game: &meeplev1.Game{Sequence: 7}}}}
	service := &fakeService{streams: []stream{{messages: messages(state), err: broken}, {messages: messages(events(8))}}}
	numbers, err := follow(connect(t, service), meeple.WatchOptions{Snapshot: true})
	if err != nil || !slices.Equal(numbers, []int64{8}) {
		t.Errorf("events %v, then %v", numbers, err)
	}
	second := service.watches[1]
	if !service.watches[0].GetSnapshot() || second.GetSnapshot() || second.GetAfterSequence() != 7 {
		t.Errorf("requests: %v", service.watches)
	}
}

func TestUpdateOfALaterReleaseIsLeftOut(t *testing.T) {
	service := &fakeService{streams: []stream{{messages: messages(&meeplev1.WatchGameResponse{}, events(1))}}}
	numbers, err := follow(connect(t, service), meeple.WatchOptions{})
	if err != nil || !slices.Equal(numbers, []int64{1}) {
		t.Errorf("events %v, then %v", numbers, err)
	}
}
