package dev.meeple.conformance;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.MessageOrBuilder;
import com.google.protobuf.util.JsonFormat;
import dev.meeple.client.ClientOptions;
import dev.meeple.client.MeepleClient;
import dev.meeple.client.MeepleException;
import dev.meeple.client.Watch;
import dev.meeple.client.WatchOptions;
import dev.meeple.v1.AllocationServiceGrpc;
import dev.meeple.v1.Game;
import dev.meeple.v1.GameEvent;
import dev.meeple.v1.GameServiceGrpc;
import dev.meeple.v1.LobbyServiceGrpc;
import dev.meeple.v1.WatchGameRequest;
import dev.meeple.v1.WatchGameResponse;
import dev.meeple.v1.WatchLobbyRequest;
import dev.meeple.v1.WatchResultsRequest;
import io.grpc.ChannelCredentials;
import io.grpc.InsecureChannelCredentials;
import io.grpc.MethodDescriptor;
import io.grpc.ServiceDescriptor;
import io.grpc.TlsChannelCredentials;
import io.grpc.protobuf.ProtoMethodDescriptorSupplier;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/** Carries out conformance commands with the Java client: see clients/conformance/README.md. */
public final class Runner {
  private static final Map<String, Message> TYPES = Map.of("GameEvent", GameEvent.getDefaultInstance(), "Game",
      Game.getDefaultInstance(), "WatchGameResponse", WatchGameResponse.getDefaultInstance());

  private static final List<ServiceDescriptor> SERVICES = List.of(GameServiceGrpc.getServiceDescriptor(),
      LobbyServiceGrpc.getServiceDescriptor(), AllocationServiceGrpc.getServiceDescriptor());

  private final MeepleClient client;
  private final Map<String, Watch<? extends Message, ?>> watches = new HashMap<>();
  private final Map<String, Iterator<? extends Message>> items = new HashMap<>();

  private Runner(String address, ChannelCredentials encryption) {
    client = MeepleClient.connect(address, encryption, "", ClientOptions.DEFAULT);
  }

  /** Encrypted if a file of certificates to trust is named. */
  private static ChannelCredentials encryption(String authority) throws IOException {
    return authority == null ? InsecureChannelCredentials.create()
        : TlsChannelCredentials.newBuilder().trustManager(new File(authority)).build();
  }

  public static void main(String[] arguments) throws IOException {
    Runner runner = new Runner(System.getenv("MEEPLE_SERVER"), encryption(System.getenv("MEEPLE_TLS_CA")));
    var input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = input.readLine(); line != null; line = input.readLine()) {
      System.out.println(runner.answer(JsonParser.parseString(line).getAsJsonObject()));
    }
    runner.client.close();
  }

  private JsonObject answer(JsonObject command) throws InvalidProtocolBufferException {
    try {
      return switch (command.get("do").getAsString()) {
        case "call" -> call(command);
        case "watch" -> watch(command);
        case "next" -> next(command);
        case "close" -> close(command);
        case "decode" -> decode(command);
        default -> throw new IllegalArgumentException("unknown command: " + command);
      };
    } catch (MeepleException error) {
      return errorOf(error);
    }
  }

  private JsonObject call(JsonObject command) throws InvalidProtocolBufferException {
    MethodDescriptor<Message, Message> method = methodOf(command.get("method").getAsString());
    var marshaller = (MethodDescriptor.PrototypeMarshaller<Message>) method.getRequestMarshaller();
    Message request = read(command, marshaller.getMessagePrototype());
    MeepleClient caller = client.withToken(command.get("token").getAsString());
    int timeout = command.get("timeout_ms").getAsInt();
    return answerOf(timeout > 0 ? caller.call(method, request, Duration.ofMillis(timeout)) : caller.call(method, request));
  }

  @SuppressWarnings("unchecked")
  private static MethodDescriptor<Message, Message> methodOf(String name) {
    for (ServiceDescriptor service : SERVICES) {
      for (MethodDescriptor<?, ?> method : service.getMethods()) {
        var described = (ProtoMethodDescriptorSupplier) method.getSchemaDescriptor();
        if (described.getMethodDescriptor().getName().equals(name)) {
          return (MethodDescriptor<Message, Message>) method;
        }
      }
    }
    throw new IllegalArgumentException("unknown method " + name);
  }

  private JsonObject watch(JsonObject command) throws InvalidProtocolBufferException {
    MeepleClient caller = client.withToken(command.get("token").getAsString());
    Watch<? extends Message, ?> watch = switch (command.get("feed").getAsString()) {
      case "game" -> {
        var request = (WatchGameRequest) read(command, WatchGameRequest.getDefaultInstance());
        yield caller.watch(request.getGameId(),
            new WatchOptions(request.getAfterSequence(), request.getUntilFinish(), false));
      }
      case "lobby" -> caller.watchLobby((WatchLobbyRequest) read(command, WatchLobbyRequest.getDefaultInstance()));
      case "results" -> caller.watchResults(
          ((WatchResultsRequest) read(command, WatchResultsRequest.getDefaultInstance())).getAfterSequence());
      default -> throw new IllegalArgumentException("unknown feed: " + command);
    };
    watches.put(command.get("name").getAsString(), watch);
    items.put(command.get("name").getAsString(), watch.iterator());
    return answerOf(Game.getDefaultInstance());
  }

  private JsonObject next(JsonObject command) throws InvalidProtocolBufferException {
    Iterator<? extends Message> iterator = items.get(command.get("name").getAsString());
    if (iterator.hasNext()) {
      return answerOf(iterator.next());
    }
    JsonObject end = new JsonObject();
    end.addProperty("end", true);
    return end;
  }

  private JsonObject close(JsonObject command) throws InvalidProtocolBufferException {
    watches.get(command.get("name").getAsString()).close();
    return answerOf(Game.getDefaultInstance());
  }

  private static JsonObject decode(JsonObject command) throws InvalidProtocolBufferException {
    byte[] bytes = Base64.getDecoder().decode(command.get("base64").getAsString());
    return answerOf(TYPES.get(command.get("type").getAsString()).getParserForType().parseFrom(bytes));
  }

  private static Message read(JsonObject command, Message prototype) throws InvalidProtocolBufferException {
    Message.Builder builder = prototype.newBuilderForType();
    JsonFormat.parser().merge(command.get("request").toString(), builder);
    return builder.build();
  }

  private static JsonObject answerOf(MessageOrBuilder message) throws InvalidProtocolBufferException {
    JsonObject reply = new JsonObject();
    reply.add("answer", JsonParser.parseString(JsonFormat.printer().preservingProtoFieldNames().print(message)));
    return reply;
  }

  private static JsonObject errorOf(MeepleException error) {
    JsonObject metadata = new JsonObject();
    error.metadata().forEach(metadata::addProperty);
    JsonObject description = new JsonObject();
    description.addProperty("code", error.code().name());
    description.addProperty("reason", error.reasonName());
    description.addProperty("known", error.reason().getNumber() != 0);
    description.add("metadata", metadata);
    JsonObject reply = new JsonObject();
    reply.add("error", description);
    return reply;
  }
}
