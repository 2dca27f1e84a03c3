package dev.meeple.client;

import dev.meeple.v1.GameResult;
import dev.meeple.v1.WatchResultsResponse;
import io.grpc.Channel;

/** Follows the results of the games of an API key: see {@link MeepleClient#watchResults}. */
public final class ResultsWatch extends Watch<GameResult, WatchResultsResponse> {
  ResultsWatch(Channel channel, ClientOptions options, ResultsCursor cursor) {
    super(channel, options, cursor);
  }
}
