package meeple

import (
	"context"
	"iter"

	"google.golang.org/protobuf/proto"

	"github.com/meeple/meeple/clients/go/meeplev1"
)

// WatchLobby follows the lobby with the filters of the request, from the sequence of a ListGamesResponse on. As
// [Client.Watch] it comes back by itself. Where the server no longer keeps what was missed it ends with
// SEQUENCE_OUT_OF_RANGE: list the games again.
func (c *Client) WatchLobby(ctx context.Context, request *meeplev1.WatchLobbyRequest) iter.Seq2[*meeplev1.LobbyEvent, error] {
	return func(yield func(*meeplev1.LobbyEvent, error) bool) {
		cursor := &lobbyCursor{request: proto.Clone(request).(*meeplev1.WatchLobbyRequest)}
		newWatch(c, cursor).run(ctx, func(update *meeplev1.WatchLobbyResponse, err error) bool {
			if err != nil {
				return yield(nil, err)
			}
			for _, event := range update.GetEvents().GetEvents() {
				if !yield(event, nil) {
					return false
				}
			}
			return true
		})
	}
}

// A lobbyCursor is where a watch of the lobby stands. Filters leave out numbers, so that nothing tells a gap.
type lobbyCursor struct{ request *meeplev1.WatchLobbyRequest }

func (c *lobbyCursor) open(ctx context.Context, client *Client) (receiver[meeplev1.WatchLobbyResponse], error) {
	return client.Lobby.WatchLobby(ctx, c.request)
}

func (c *lobbyCursor) admit(response *meeplev1.WatchLobbyResponse) (*meeplev1.WatchLobbyResponse, error) {
	if bookmark := response.GetBookmark(); bookmark != nil {
		c.request.AfterSequence = max(c.request.AfterSequence, bookmark.GetSequence())
		return response, nil
	}
	events := behind(c.request.AfterSequence, response.GetEvents().GetEvents())
	if len(events) == 0 {
		return nil, nil
	}
	c.request.AfterSequence = events[len(events)-1].GetSequence()
	return &meeplev1.WatchLobbyResponse{Update: &meeplev1.WatchLobbyResponse_Events{
		Events: &meeplev1.LobbyEventBatch{Events: events}}}, nil
}

// behind is those of the items, which are in order, that come after a number.
func behind[Item interface{ GetSequence() int64 }](sequence int64, items []Item) []Item {
	for len(items) > 0 && items[0].GetSequence() <= sequence {
		items = items[1:]
	}
	return items
}
