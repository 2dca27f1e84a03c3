package dev.meeple.client;

import com.google.protobuf.Message;
import dev.meeple.v1.AdminServiceGrpc;
import dev.meeple.v1.AllocateGamesRequest;
import dev.meeple.v1.AllocateGamesResponse;
import dev.meeple.v1.AllocationServiceGrpc;
import dev.meeple.v1.AnswerOfferRequest;
import dev.meeple.v1.AnswerOfferResponse;
import dev.meeple.v1.CreateGameRequest;
import dev.meeple.v1.CreateGameResponse;
import dev.meeple.v1.Credential;
import dev.meeple.v1.GameConfig;
import dev.meeple.v1.GameServiceGrpc;
import dev.meeple.v1.GetGameRequest;
import dev.meeple.v1.GetGameResponse;
import dev.meeple.v1.GetScoreRequest;
import dev.meeple.v1.GetScoreResponse;
import dev.meeple.v1.GetServerInfoRequest;
import dev.meeple.v1.GetServerInfoResponse;
import dev.meeple.v1.JoinGameRequest;
import dev.meeple.v1.JoinGameResponse;
import dev.meeple.v1.LeaveGameRequest;
import dev.meeple.v1.LeaveGameResponse;
import dev.meeple.v1.ListEventsRequest;
import dev.meeple.v1.ListEventsResponse;
import dev.meeple.v1.ListGameKindsRequest;
import dev.meeple.v1.ListGameKindsResponse;
import dev.meeple.v1.ListGamesRequest;
import dev.meeple.v1.ListGamesResponse;
import dev.meeple.v1.ListLegalMovesRequest;
import dev.meeple.v1.ListLegalMovesResponse;
import dev.meeple.v1.ListScoresRequest;
import dev.meeple.v1.ListScoresResponse;
import dev.meeple.v1.LobbyServiceGrpc;
import dev.meeple.v1.MakeOfferRequest;
import dev.meeple.v1.MakeOfferResponse;
import dev.meeple.v1.Move;
import dev.meeple.v1.OfferAnswer;
import dev.meeple.v1.OfferKind;
import dev.meeple.v1.RedoRequest;
import dev.meeple.v1.RedoResponse;
import dev.meeple.v1.ReplayRequest;
import dev.meeple.v1.ReplayResponse;
import dev.meeple.v1.ResignRequest;
import dev.meeple.v1.ResignResponse;
import dev.meeple.v1.ScoreboardServiceGrpc;
import dev.meeple.v1.SetControllerRequest;
import dev.meeple.v1.SetControllerResponse;
import dev.meeple.v1.SubmitMoveRequest;
import dev.meeple.v1.SubmitMoveResponse;
import dev.meeple.v1.UndoRequest;
import dev.meeple.v1.UndoResponse;
import dev.meeple.v1.WatchLobbyRequest;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ChannelCredentials;
import io.grpc.ClientInterceptors;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.MetadataUtils;
import java.time.Duration;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.TimeUnit;

/**
 * The way to one server, as one caller. Thread-safe; calls block.
 *
 * <pre>{@code
 * try (MeepleClient client = MeepleClient.connect("localhost:50051")) {
 *   CreateGameResponse created = client.createGame(GameConfig.newBuilder().setKind("tic_tac_toe").build());
 *   client.seat(created.getCredentialsList(), "X").play(created.getGame().getGameId(), "b2");
 * }
 * }</pre>
 *
 * <p>Every call sets request ids that are empty, repeats what may be repeated until its deadline, and throws {@link
 * MeepleException}. {@link #call} makes any call of the contract that has no method here.
 */
public final class MeepleClient implements AutoCloseable {
  private static final Metadata.Key<String> AUTHORIZATION =
      Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);

  private final ManagedChannel connection;
  private final Channel channel;
  private final ClientOptions options;

  /** A client on a channel of the caller's making, which closes with it; an empty token is a spectator. */
  public MeepleClient(ManagedChannel connection, String token, ClientOptions options) {
    this.connection = connection;
    this.options = options;
    channel = identified(connection, token);
  }

  /** A spectator's client of the server at an address such as "localhost:50051", without encryption. */
  public static MeepleClient connect(String address) {
    return connect(address, InsecureChannelCredentials.create(), "", ClientOptions.DEFAULT);
  }

  /** A client that is encrypted as {@code credentials} say, such as {@code TlsChannelCredentials.create()}. */
  public static MeepleClient connect(
      String address, ChannelCredentials credentials, String token, ClientOptions options) {
    // A peer that vanished without a word is noticed within 40 seconds, also on a quiet watch. Repetitions are ours.
    ManagedChannel connection = Grpc.newChannelBuilder(address, credentials).keepAliveTime(30, TimeUnit.SECONDS)
        .keepAliveTimeout(10, TimeUnit.SECONDS).disableRetry().build();
    return new MeepleClient(connection, token, options);
  }

  /** Another caller on the same connection, which closes with this client. */
  public MeepleClient withToken(String token) {
    return new MeepleClient(connection, token, options);
  }

  /** The player of a seat, from the credentials of a created or allocated game, on the same connection. */
  public MeepleClient seat(List<Credential> credentials, String player) {
    return credentials.stream().filter(each -> each.getPlayerId().equals(player)).findFirst()
        .map(each -> withToken(each.getToken()))
        .orElseThrow(() -> new NoSuchElementException("no credential of player " + player));
  }

  /** Ends the connection; calls and watches that are open end. */
  @Override
  public void close() {
    connection.shutdownNow();
  }

  /** The channel with this caller's credential, for generated stubs: asynchronous ones, say. */
  public Channel channel() {
    return channel;
  }

  /** Makes a unary call; see the class. */
  public <Q extends Message, A> A call(MethodDescriptor<Q, A> method, Q request) {
    return call(method, request, options.timeout());
  }

  /** Makes a unary call that takes no longer than {@code timeout}, its repetitions included. */
  public <Q extends Message, A> A call(MethodDescriptor<Q, A> method, Q request, Duration timeout) {
    Q complete = RequestIds.fill(request);
    long giveUp = System.nanoTime() + timeout.toNanos();
    Backoff backoff = new Backoff(options);
    while (true) {
      try {
        CallOptions deadline =
            CallOptions.DEFAULT.withDeadlineAfter(giveUp - System.nanoTime(), TimeUnit.NANOSECONDS);
        return ClientCalls.blockingUnaryCall(channel, method, deadline, complete);
      } catch (StatusRuntimeException thrown) {
        MeepleException error = MeepleException.of(thrown);
        Duration delay = backoff.next(error.retryDelay().orElse(Duration.ZERO));
        boolean late = System.nanoTime() + delay.toNanos() - giveUp >= 0;
        if (!error.isTransient() || late || Thread.currentThread().isInterrupted()) {
          throw error;
        }
        sleep(delay, error);
      }
    }
  }

  /** Creates a game; it starts once every seat is filled. */
  public CreateGameResponse createGame(GameConfig config) {
    return call(GameServiceGrpc.getCreateGameMethod(), CreateGameRequest.newBuilder().setConfig(config).build());
  }

  /** A game as the caller may see it. */
  public GetGameResponse getGame(String gameId) {
    return call(GameServiceGrpc.getGetGameMethod(), GetGameRequest.newBuilder().setGameId(gameId).build());
  }

  /** What the seat to move may play. */
  public ListLegalMovesResponse legalMoves(String gameId) {
    return call(GameServiceGrpc.getListLegalMovesMethod(), ListLegalMovesRequest.newBuilder().setGameId(gameId).build());
  }

  /** Plays a move in its notation, such as "b2". */
  public SubmitMoveResponse play(String gameId, String notation) {
    Move move = Move.newBuilder().setNotation(notation).build();
    return submitMove(SubmitMoveRequest.newBuilder().setGameId(gameId).setMove(move).build());
  }

  /** Plays a move. */
  public SubmitMoveResponse submitMove(SubmitMoveRequest request) {
    return call(GameServiceGrpc.getSubmitMoveMethod(), request);
  }

  /** Takes back the last move. */
  public UndoResponse undo(String gameId) {
    return call(GameServiceGrpc.getUndoMethod(), UndoRequest.newBuilder().setGameId(gameId).build());
  }

  /** Plays the move again that was taken back. */
  public RedoResponse redo(String gameId) {
    return call(GameServiceGrpc.getRedoMethod(), RedoRequest.newBuilder().setGameId(gameId).build());
  }

  /** Gives up the caller's seat. */
  public ResignResponse resign(String gameId) {
    return call(GameServiceGrpc.getResignMethod(), ResignRequest.newBuilder().setGameId(gameId).build());
  }

  /** Hands a seat to a bot of the server, or back to the holder of its credential. */
  public SetControllerResponse setController(SetControllerRequest request) {
    return call(GameServiceGrpc.getSetControllerMethod(), request);
  }

  /** Offers a draw, an undo or a rematch to the other seats. */
  public MakeOfferResponse offer(String gameId, OfferKind kind) {
    return makeOffer(MakeOfferRequest.newBuilder().setGameId(gameId).setKind(kind).build());
  }

  /** Offers something to the other seats. */
  public MakeOfferResponse makeOffer(MakeOfferRequest request) {
    return call(GameServiceGrpc.getMakeOfferMethod(), request);
  }

  /** Answers an offer of another seat, or withdraws the caller's own. */
  public AnswerOfferResponse answer(String gameId, long offerId, OfferAnswer answer) {
    return call(
        GameServiceGrpc.getAnswerOfferMethod(),
        AnswerOfferRequest.newBuilder()
            .setGameId(gameId)
            .setOfferId(offerId)
            .setAnswer(answer)
            .build());
  }

  /** One page of what happened. */
  public ListEventsResponse listEvents(ListEventsRequest request) {
    return call(GameServiceGrpc.getListEventsMethod(), request);
  }

  /** One page of the positions of the line that stands. */
  public ReplayResponse replay(ReplayRequest request) {
    return call(GameServiceGrpc.getReplayMethod(), request);
  }

  /** The games that the server plays. */
  public ListGameKindsResponse kinds() {
    return call(GameServiceGrpc.getListGameKindsMethod(), ListGameKindsRequest.getDefaultInstance());
  }

  /** One page of public games, the newest first. */
  public ListGamesResponse listGames(ListGamesRequest request) {
    return call(LobbyServiceGrpc.getListGamesMethod(), request);
  }

  /** Takes an open seat. */
  public JoinGameResponse joinGame(JoinGameRequest request) {
    return call(LobbyServiceGrpc.getJoinGameMethod(), request);
  }

  /** Gives a seat back. */
  public LeaveGameResponse leaveGame(LeaveGameRequest request) {
    return call(LobbyServiceGrpc.getLeaveGameMethod(), request);
  }

  /** How often a player has won, drawn and lost. */
  public GetScoreResponse getScore(GetScoreRequest request) {
    return call(ScoreboardServiceGrpc.getGetScoreMethod(), request);
  }

  /** One page of all players, the best first. */
  public ListScoresResponse listScores(ListScoresRequest request) {
    return call(ScoreboardServiceGrpc.getListScoresMethod(), request);
  }

  /** Creates games for others; needs an API key of role matchmaker. */
  public AllocateGamesResponse allocateGames(AllocateGamesRequest request) {
    return call(AllocationServiceGrpc.getAllocateGamesMethod(), request);
  }

  /** What the server is and how busy; needs an API key of role admin. */
  public GetServerInfoResponse serverInfo() {
    return call(AdminServiceGrpc.getGetServerInfoMethod(), GetServerInfoRequest.getDefaultInstance());
  }

  /** Follows a game from its first event to its last. */
  public GameWatch watch(String gameId) {
    return watch(gameId, WatchOptions.ALL);
  }

  /** Follows a game. */
  public GameWatch watch(String gameId, WatchOptions watchOptions) {
    return new GameWatch(channel, options, new WatchCursor(gameId, watchOptions));
  }

  /**
   * Follows the lobby with the filters of the request, from the {@code sequence} of a ListGamesResponse on. Where the
   * server no longer keeps what was missed it ends with SEQUENCE_OUT_OF_RANGE: list the games again.
   */
  public LobbyWatch watchLobby(WatchLobbyRequest request) {
    return new LobbyWatch(channel, options, new LobbyCursor(request));
  }

  /**
   * Follows the results of the games of this API key, after the {@code sequence} of the last one that was taken. Where
   * the server no longer keeps what was missed it ends with SEQUENCE_OUT_OF_RANGE: read the games.
   */
  public ResultsWatch watchResults(long afterSequence) {
    return new ResultsWatch(channel, options, new ResultsCursor(afterSequence));
  }

  private static Channel identified(Channel connection, String token) {
    if (token.isEmpty()) {
      return connection;
    }
    Metadata metadata = new Metadata();
    metadata.put(AUTHORIZATION, "Bearer " + token);
    return ClientInterceptors.intercept(connection, MetadataUtils.newAttachHeadersInterceptor(metadata));
  }

  /** Waits; an interruption ends it with what is waited because of. */
  static void sleep(Duration delay, MeepleException because) {
    try {
      TimeUnit.NANOSECONDS.sleep(delay.toNanos());
    } catch (InterruptedException interruption) {
      Thread.currentThread().interrupt();
      throw because;
    }
  }
}
