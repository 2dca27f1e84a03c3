package meeple_test

import (
	"context"
	"slices"
	"sync"
	"testing"
	"time"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"

	meeple "github.com/meeple/meeple/clients/go"
	"github.com/meeple/meeple/clients/go/meeplev1"
)

// fakeAllocation answers each WatchResults with one of streams.
type fakeAllocation struct {
	meeplev1.UnimplementedAllocationServiceServer
	mutex   sync.Mutex
	streams []resultStream
	watches []int64
}

type resultStream struct {
	messages []*meeplev1.WatchResultsResponse
	err      error
}

func (a *fakeAllocation) WatchResults(request *meeplev1.WatchResultsRequest, out grpc.ServerStreamingServer[meeplev1.WatchResultsResponse]) error {
	a.mutex.Lock()
	defer a.mutex.Unlock()
	a.watches = append(a.watches, request.GetAfterSequence())
	next := pop(&a.streams)
	for _, message := range next.messages {
		if err := out.Send(message); err != nil {
			return err
		}
	}
	return next.err
}

func results(numbers ...int64) *meeplev1.WatchResultsResponse {
	batch := &meeplev1.GameResultBatch{}
	for _, number := range numbers {
		batch.Results = append(batch.Results, &meeplev1.GameResult{Sequence: number})
	}
	return &meeplev1.WatchResultsResponse{Update: &meeplev1.WatchResultsResponse_Results{Results: batch}}
}

func TestAWatchOfResultsResumesAfterTheLastOne(t *testing.T) {
	lost := refusal(t, codes.OutOfRange,
		&errdetails.ErrorInfo{Reason: "SEQUENCE_OUT_OF_RANGE", Domain: "meeple.v1"})
	type stream = []*meeplev1.WatchResultsResponse
	service := &fakeService{}
	service.allocation.streams = []resultStream{{stream{results(3, 4)}, broken}, {nil, draining(t, time.Millisecond)},
		{stream{results(4, 5), results(5)}, broken}, {nil, lost}}
	var read []int64
	var ended error
	for result, err := range connect(t, service).WatchResults(context.Background(), 2) {
		if err != nil {
			ended = err
			break
		}
		read = append(read, result.GetSequence())
	}
	if !slices.Equal(read, []int64{3, 4, 5}) || !slices.Equal(service.allocation.watches, []int64{2, 4, 4, 5}) {
		t.Errorf("read %v, asked after %v", read, service.allocation.watches)
	}
	if meeple.ReasonOf(ended) != meeplev1.ErrorReason_ERROR_REASON_SEQUENCE_OUT_OF_RANGE {
		t.Error(ended)
	}
}

func TestAWatchOfResultsEndsWhereTheLoopIsLeft(t *testing.T) {
	service := &fakeService{}
	service.allocation.streams = []resultStream{{[]*meeplev1.WatchResultsResponse{results(1, 2)}, broken}}
	for range connect(t, service).WatchResults(context.Background(), 0) {
		break
	}
	if !slices.Equal(service.allocation.watches, []int64{0}) {
		t.Errorf("asked after %v", service.allocation.watches)
	}
}
