package meeple

import (
	"testing"

	"github.com/meeple/meeple/clients/go/meeplev1"
)

func TestEachGameOfAnAllocationGetsARequestID(t *testing.T) {
	request := &meeplev1.AllocateGamesRequest{Games: []*meeplev1.GameAllocation{{RequestId: "mine"}, {}}}
	games := withRequestIDs(request).(*meeplev1.AllocateGamesRequest).GetGames()
	if games[0].GetRequestId() != "mine" || len(games[1].GetRequestId()) != 36 {
		t.Errorf("games: %v", games)
	}
	if request.GetGames()[1].GetRequestId() != "" {
		t.Error("the caller's request was changed")
	}
}

func TestDelaysGrowToALimitAndVaryByAFifth(t *testing.T) {
	o := defaults()
	b := newBackoff(&o)
	for _, want := range []int{100, 200, 400, 800, 1600, 2000, 2000} {
		got := b.delay(0).Milliseconds()
		if got < int64(want)*8/10 || got > int64(want)*12/10 {
			t.Errorf("delay of %d ms instead of about %d", got, want)
		}
	}
	if got := b.delay(defaults().patience); got != defaults().patience {
		t.Errorf("delay of %v although the server asked for more", got)
	}
}

func TestAWatchOfTheLobbyGoesOnBehindWhatItWasTold(t *testing.T) {
	told := func(sequences ...int64) *meeplev1.WatchLobbyResponse {
		batch := &meeplev1.LobbyEventBatch{}
		for _, sequence := range sequences {
			batch.Events = append(batch.Events, &meeplev1.LobbyEvent{Sequence: sequence})
		}
		return &meeplev1.WatchLobbyResponse{Update: &meeplev1.WatchLobbyResponse_Events{Events: batch}}
	}
	cursor := &lobbyCursor{request: &meeplev1.WatchLobbyRequest{AfterSequence: 3}}
	for _, step := range []struct {
		update   *meeplev1.WatchLobbyResponse
		new      int
		sequence int64
	}{{told(4, 7), 2, 7}, {told(4, 7), 0, 7}, {told(7, 9), 1, 9},
		{&meeplev1.WatchLobbyResponse{Update: &meeplev1.WatchLobbyResponse_Bookmark{
			Bookmark: &meeplev1.Bookmark{Sequence: 12}}}, 0, 12}} {
		update, err := cursor.admit(step.update)
		if err != nil || len(update.GetEvents().GetEvents()) != step.new ||
			cursor.request.GetAfterSequence() != step.sequence {
			t.Errorf("after %v: %v, %v, at %d", step.update, update, err, cursor.request.GetAfterSequence())
		}
	}
}

func TestAWatchOfResultsGoesOnBehindWhatItWasTold(t *testing.T) {
	told := func(sequences ...int64) *meeplev1.WatchResultsResponse {
		batch := &meeplev1.GameResultBatch{}
		for _, sequence := range sequences {
			batch.Results = append(batch.Results, &meeplev1.GameResult{Sequence: sequence})
		}
		return &meeplev1.WatchResultsResponse{Update: &meeplev1.WatchResultsResponse_Results{Results: batch}}
	}
	cursor := &resultsCursor{sequence: 3}
	for _, step := range []struct {
		update   *meeplev1.WatchResultsResponse
		new      int
		sequence int64
	}{{told(4, 5), 2, 5}, {told(4, 5), 0, 5}, {told(5, 6), 1, 6},
		{&meeplev1.WatchResultsResponse{Update: &meeplev1.WatchResultsResponse_Bookmark{
			Bookmark: &meeplev1.Bookmark{Sequence: 12}}}, 0, 12}, {&meeplev1.WatchResultsResponse{}, 0, 12}} {
		update, err := cursor.admit(step.update)
		if err != nil || len(update.GetResults().GetResults()) != step.new || cursor.sequence != step.sequence {
			t.Errorf("after %v: %v, %v, at %d", step.update, update, err, cursor.sequence)
		}
	}
}
