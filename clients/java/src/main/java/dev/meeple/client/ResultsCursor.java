package dev.meeple.client;

import dev.meeple.v1.AllocationServiceGrpc;
import dev.meeple.v1.GameResult;
import dev.meeple.v1.GameResultBatch;
import dev.meeple.v1.WatchResultsRequest;
import dev.meeple.v1.WatchResultsResponse;
import io.grpc.MethodDescriptor;
import java.util.List;
import java.util.Optional;

/** Lets every result of a key pass once. No I/O. */
final class ResultsCursor implements Cursor<WatchResultsRequest, WatchResultsResponse, GameResult> {
  private volatile long sequence;

  ResultsCursor(long sequence) {
    this.sequence = sequence;
  }

  @Override
  public long sequence() {
    return sequence;
  }

  @Override
  public MethodDescriptor<WatchResultsRequest, WatchResultsResponse> method() {
    return AllocationServiceGrpc.getWatchResultsMethod();
  }

  @Override
  public WatchResultsRequest request() {
    return WatchResultsRequest.newBuilder().setAfterSequence(sequence).build();
  }

  @Override
  public Optional<WatchResultsResponse> admit(WatchResultsResponse response) {
    if (response.hasBookmark()) {
      sequence = Math.max(sequence, response.getBookmark().getSequence());
      return Optional.of(response);
    }
    List<GameResult> results = items(response).stream().filter(result -> result.getSequence() > sequence).toList();
    if (results.isEmpty()) {
      return Optional.empty();
    }
    sequence = results.get(results.size() - 1).getSequence();
    return Optional.of(
        WatchResultsResponse.newBuilder().setResults(GameResultBatch.newBuilder().addAllResults(results)).build());
  }

  @Override
  public List<GameResult> items(WatchResultsResponse message) {
    return message.getResults().getResultsList();
  }
}
