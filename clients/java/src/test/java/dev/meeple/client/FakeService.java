package dev.meeple.client;

import com.google.protobuf.Any;
import com.google.protobuf.Message;
import com.google.rpc.ErrorInfo;
import com.google.rpc.RetryInfo;
import dev.meeple.v1.GameEvent;
import dev.meeple.v1.GameEventBatch;
import dev.meeple.v1.GameServiceGrpc;
import dev.meeple.v1.SubmitMoveRequest;
import dev.meeple.v1.SubmitMoveResponse;
import dev.meeple.v1.WatchGameRequest;
import dev.meeple.v1.WatchGameResponse;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import io.grpc.protobuf.StatusProto;
import io.grpc.stub.StreamObserver;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CopyOnWriteArrayList;

/** A GameService in this process that answers as a test tells it: one answer or stream a call. */
final class FakeService extends GameServiceGrpc.GameServiceImplBase implements ServerInterceptor {
  /** SubmitMoveResponse messages, and errors. */
  final Queue<Object> answers = new ArrayDeque<>();
  /** WatchGameResponse messages; an error ends the stream. */
  final Queue<List<Object>> streams = new ArrayDeque<>();
  final List<SubmitMoveRequest> moves = new CopyOnWriteArrayList<>();
  final List<WatchGameRequest> watches = new CopyOnWriteArrayList<>();
  final List<String> tokens = new CopyOnWriteArrayList<>();

  @Override
  public void submitMove(SubmitMoveRequest request, StreamObserver<SubmitMoveResponse> out) {
    moves.add(request);
    if (answers.remove() instanceof Throwable error) {
      out.onError(error);
    } else {
      out.onNext(SubmitMoveResponse.newBuilder().setSequence(3).build());
      out.onCompleted();
    }
  }

  @Override
  public void watchGame(WatchGameRequest request, StreamObserver<WatchGameResponse> out) {
    watches.add(request);
    for (Object message : streams.remove()) {
      if (message instanceof Throwable error) {
        out.onError(error);
        return;
      }
      out.onNext((WatchGameResponse) message);
    }
    out.onCompleted();
  }

  @Override
  public <Q, A> ServerCall.Listener<Q> interceptCall(
      ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
    String token = headers.get(Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER));
    tokens.add(token == null ? "" : token);
    return next.startCall(call, headers);
  }

  /** A refusal as the server makes it. */
  static Throwable refusal(Status.Code code, String reason, Message... more) {
    var status = com.google.rpc.Status.newBuilder().setCode(code.value()).setMessage("refused");
    status.addDetails(Any.pack(
        ErrorInfo.newBuilder().setReason(reason).setDomain("meeple.v1").putMetadata("by", "O").build()));
    for (Message each : more) {
      status.addDetails(Any.pack(each));
    }
    return StatusProto.toStatusRuntimeException(status.build());
  }

  /** UNAVAILABLE with a delay after which to come back. */
  static Throwable draining(Duration delay) {
    var wait = com.google.protobuf.Duration.newBuilder().setSeconds(delay.getSeconds()).setNanos(delay.getNano());
    return refusal(Status.Code.UNAVAILABLE, "SERVER_DRAINING", RetryInfo.newBuilder().setRetryDelay(wait).build());
  }

  static Throwable broken() {
    return Status.INTERNAL.withDescription("the connection broke").asRuntimeException();
  }

  /** Events with these numbers. */
  static WatchGameResponse events(long... numbers) {
    var batch = GameEventBatch.newBuilder();
    for (long number : numbers) {
      batch.addEvents(GameEvent.newBuilder().setSequence(number));
    }
    return WatchGameResponse.newBuilder().setEvents(batch).build();
  }
}
