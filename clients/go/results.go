package meeple

import (
	"context"
	"iter"

	"github.com/meeple/meeple/clients/go/meeplev1"
)

// WatchResults follows the results of the games of this API key, after the sequence of the last one that was
// taken. As [Client.Watch] it comes back by itself. Where the server no longer keeps what was missed it ends with
// SEQUENCE_OUT_OF_RANGE: read the games.
func (c *Client) WatchResults(ctx context.Context, afterSequence int64) iter.Seq2[*meeplev1.GameResult, error] {
	return func(yield func(*meeplev1.GameResult, error) bool) {
		newWatch(c, &resultsCursor{sequence: afterSequence}).run(ctx,
			func(update *meeplev1.WatchResultsResponse, err error) bool {
				if err != nil {
					return yield(nil, err)
				}
				for _, result := range update.GetResults().GetResults() {
					if !yield(result, nil) {
						return false
					}
				}
				return true
			})
	}
}

// A resultsCursor is where a watch of results stands.
type resultsCursor struct{ sequence int64 }

func (c *resultsCursor) open(ctx context.Context, client *Client) (receiver[meeplev1.WatchResultsResponse], error) {
	return client.Allocation.WatchResults(ctx, &meeplev1.WatchResultsRequest{AfterSequence: c.sequence})
}

func (c *resultsCursor) admit(response *meeplev1.WatchResultsResponse) (*meeplev1.WatchResultsResponse, error) {
	if bookmark := response.GetBookmark(); bookmark != nil {
		c.sequence = max(c.sequence, bookmark.GetSequence())
		return response, nil
	}
	results := behind(c.sequence, response.GetResults().GetResults())
	if len(results) == 0 {
		return nil, nil
	}
	c.sequence = results[len(results)-1].GetSequence()
	return &meeplev1.WatchResultsResponse{Update: &meeplev1.WatchResultsResponse_Results{
		Results: &meeplev1.GameResultBatch{Results: results}}}, nil
}
