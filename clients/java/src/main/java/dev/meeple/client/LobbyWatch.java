package dev.meeple.client;

import dev.meeple.v1.LobbyEvent;
import dev.meeple.v1.WatchLobbyResponse;
import io.grpc.Channel;

/** Follows the list of games: see {@link MeepleClient#watchLobby}. */
public final class LobbyWatch extends Watch<LobbyEvent, WatchLobbyResponse> {
  LobbyWatch(Channel channel, ClientOptions options, LobbyCursor cursor) {
    super(channel, options, cursor);
  }
}
