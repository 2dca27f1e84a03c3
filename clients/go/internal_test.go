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
