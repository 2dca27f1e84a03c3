package dev.meeple.client;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.MethodDescriptor;
import io.grpc.stub.ClientCalls;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/** Where a watch stands: what has been handed on, what comes next. */
interface Cursor<Q, A, T> {
  /** The last item that was let pass, or that a bookmark covers. */
  long sequence();

  MethodDescriptor<Q, A> method();

  /** What opens a stream that goes on from here. */
  Q request();

  /** The message with what is new in it, or nothing. Throws where something was left out. */
  Optional<A> admit(A response);

  /** The items of a message. */
  List<T> items(A message);

  /** Opens a stream that goes on from here. */
  default Iterator<A> open(Channel channel) {
    return ClientCalls.blockingServerStreamingCall(channel, method(), CallOptions.DEFAULT, request());
  }
}
