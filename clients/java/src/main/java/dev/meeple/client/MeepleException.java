package dev.meeple.client;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.rpc.BadRequest;
import com.google.rpc.ErrorInfo;
import com.google.rpc.RetryInfo;
import dev.meeple.v1.ErrorReason;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.StatusProto;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A call that did not succeed. */
public final class MeepleException extends RuntimeException {
  private static final long serialVersionUID = 1;
  private static final String DOMAIN = "meeple.v1";
  private static final String PREFIX = "ERROR_REASON_";

  private final transient Status status;
  private final transient ErrorInfo info;
  private final transient BadRequest badRequest;
  private final transient Optional<Duration> retryDelay;
  private final boolean gap;

  private MeepleException(Status status, com.google.rpc.Status rich, boolean gap, Throwable cause) {
    super(describe(status, detail(rich, ErrorInfo.getDefaultInstance())), cause);
    this.status = status;
    this.gap = gap;
    ErrorInfo found = detail(rich, ErrorInfo.getDefaultInstance());
    info = found.getDomain().equals(DOMAIN) ? found : ErrorInfo.getDefaultInstance();
    badRequest = detail(rich, BadRequest.getDefaultInstance());
    RetryInfo retry = detail(rich, RetryInfo.getDefaultInstance());
    retryDelay = retry.hasRetryDelay()
        ? Optional.of(Duration.ofSeconds(retry.getRetryDelay().getSeconds(), retry.getRetryDelay().getNanos()))
        : Optional.empty();
  }

  static MeepleException of(StatusRuntimeException error) {
    com.google.rpc.Status rich = StatusProto.fromThrowable(error);
    return new MeepleException(
        error.getStatus(), rich == null ? com.google.rpc.Status.getDefaultInstance() : rich, false, error);
  }

  /** A stream that left out events: it is opened again after the last one that came. */
  static MeepleException gapAfter(long sequence) {
    Status status = Status.DATA_LOSS.withDescription("the server left out events after " + sequence);
    return new MeepleException(status, com.google.rpc.Status.getDefaultInstance(), true, null);
  }

  /** The status code of gRPC. */
  public Status.Code code() {
    return status.getCode();
  }

  /**
   * Why the server refused; {@code ERROR_REASON_UNSPECIFIED} where the transport made the error, and for a reason
   * that this client is too old to know.
   */
  public ErrorReason reason() {
    var value = ErrorReason.getDescriptor().findValueByName(PREFIX + reasonName());
    return value == null ? ErrorReason.ERROR_REASON_UNSPECIFIED : ErrorReason.valueOf(value);
  }

  /** The reason as sent, such as "NOT_YOUR_TURN"; empty where there is none. */
  public String reasonName() {
    return info.getReason();
  }

  /** Facts about the reason by name, such as "to_move". */
  public Map<String, String> metadata() {
    return info.getMetadataMap();
  }

  /** What is wrong with fields of the request. */
  public List<BadRequest.FieldViolation> fields() {
    return badRequest.getFieldViolationsList();
  }

  /** How long the server asks to wait before the next try. */
  public Optional<Duration> retryDelay() {
    return retryDelay;
  }

  /** True if the same call, with the same request id, may succeed a little later. */
  public boolean isTransient() {
    if (retryDelay.isPresent() || code() == Status.Code.UNAVAILABLE) {
      return true;
    }
    return reasonName().isEmpty() && switch (code()) {
      case CANCELLED, INTERNAL, UNKNOWN -> true;
      default -> false;
    };
  }

  /** True if a watch that ended so can be taken up again after its last event. */
  public boolean isResumable() {
    return gap || isTransient() || reason() == ErrorReason.ERROR_REASON_WATCHER_LAGGING
        || reasonName().isEmpty() && code() == Status.Code.DEADLINE_EXCEEDED;
  }

  private static String describe(Status status, ErrorInfo info) {
    String what = info.getReason().isEmpty() ? status.getCode().name() : info.getReason();
    return what + ": " + status.getDescription();
  }

  @SuppressWarnings("unchecked")
  private static <T extends Message> T detail(com.google.rpc.Status rich, T none) {
    try {
      for (var each : rich.getDetailsList()) {
        if (each.is(none.getClass())) {
          return (T) each.unpack(none.getClass());
        }
      }
    } catch (InvalidProtocolBufferException damaged) {
      return none;
    }
    return none;
  }
}
