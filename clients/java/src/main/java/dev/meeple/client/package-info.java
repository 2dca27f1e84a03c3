/**
 * Client of Meeple, a server for turn-based board games over gRPC: {@link dev.meeple.client.MeepleClient}.
 * Messages are those of the contract, generated into {@code dev.meeple.v1}.
 */
package dev.meeple.client;
