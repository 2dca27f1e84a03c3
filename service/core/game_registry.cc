#include "service/core/game_registry.h"

#include <algorithm>
#include <atomic>
#include <utility>

#include "absl/hash/hash.h"

namespace meeple::service {
namespace {

// Nobody else holds it, and nobody can get hold of it but by its part, whose mutex is held: so that
// a game never has two sessions.
bool IsIdle(const std::shared_ptr<GameSession>& session) {
  if (session.use_count() > 1) return false;
  // What those did who held it before is seen from here on.
  std::atomic_thread_fence(std::memory_order_acquire);
  return !session->holds_calls();
}

}  // namespace

const GameRegistry::Part& GameRegistry::PartOf(const std::string& game_id) const {
  return parts_[absl::HashOf(game_id) % kParts];
}

GameRegistry::Part& GameRegistry::PartOf(const std::string& game_id) {
  return parts_[absl::HashOf(game_id) % kParts];
}

std::shared_ptr<GameSession> GameRegistry::Find(const std::string& game_id) const {
  const Part& part = PartOf(game_id);
  MutexLock lock(part.mutex);
  const auto found = part.sessions.find(game_id);
  return found == part.sessions.end() ? nullptr : found->second;
}

void GameRegistry::Insert(std::shared_ptr<GameSession> session) {
  const std::string& game_id = session->setup().game_id;
  Part& part = PartOf(game_id);
  MutexLock lock(part.mutex);
  part.sessions.emplace(game_id, session);
  size_.fetch_add(1, std::memory_order_relaxed);
}

size_t GameRegistry::Evict(size_t index, const Room& room) {
  Part& part = parts_[index];
  // Destroyed outside the mutex.
  std::vector<std::shared_ptr<GameSession>> evicted;
  MutexLock lock(part.mutex);
  size_t bytes = 0;
  std::vector<GameSession*> idle;
  for (const auto& [id, session] : part.sessions) {
    bytes += session->bytes();
    if (IsIdle(session)) idle.push_back(session.get());
  }
  std::ranges::sort(idle, {}, &GameSession::last_used);
  for (GameSession* session : idle) {
    const bool goes = session->last_used() < room.last_used_before || bytes > room.bytes_per_part ||
                      (room.final_go && session->final());
    if (!goes) continue;
    bytes -= session->bytes();
    evicted.push_back(std::move(part.sessions.extract(session->setup().game_id).mapped()));
  }
  size_.fetch_sub(static_cast<int64_t>(evicted.size()), std::memory_order_relaxed);
  return evicted.size();
}

size_t GameRegistry::EvictFinal(int64_t games) {
  // Destroyed outside the mutex.
  std::vector<std::shared_ptr<GameSession>> evicted;
  for (size_t i = 0; i < kParts && size() - std::ssize(evicted) >= games; ++i) {
    Part& part = parts_[next_part_of_final_.fetch_add(1) % kParts];
    MutexLock lock(part.mutex);
    absl::erase_if(part.sessions, [&](auto& entry) {
      if (!entry.second->final() || !IsIdle(entry.second)) return false;
      evicted.push_back(std::move(entry.second));
      return true;
    });
  }
  size_.fetch_sub(static_cast<int64_t>(evicted.size()), std::memory_order_relaxed);
  return evicted.size();
}

GameRegistry::Eviction GameRegistry::EvictGame(const std::string& game_id) {
  Part& part = PartOf(game_id);
  // Destroyed outside the mutex.
  std::shared_ptr<GameSession> evicted;
  MutexLock lock(part.mutex);
  const auto found = part.sessions.find(game_id);
  if (found == part.sessions.end()) return Eviction::kAbsent;
  if (!IsIdle(found->second)) return Eviction::kInUse;
  evicted = std::move(found->second);
  part.sessions.erase(found);
  size_.fetch_sub(1, std::memory_order_relaxed);
  return Eviction::kEvicted;
}

void GameRegistry::Remove(const GameSession& session) {
  const std::string& game_id = session.setup().game_id;
  Part& part = PartOf(game_id);
  // Destroyed outside the mutex.
  std::shared_ptr<GameSession> removed;
  MutexLock lock(part.mutex);
  const auto found = part.sessions.find(game_id);
  if (found == part.sessions.end() || found->second.get() != &session) return;
  removed = std::move(found->second);
  part.sessions.erase(found);
  size_.fetch_sub(1, std::memory_order_relaxed);
}

}  // namespace meeple::service
