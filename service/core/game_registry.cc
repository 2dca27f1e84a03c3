#include "service/core/game_registry.h"

#include "absl/hash/hash.h"

namespace meeple::service {

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

std::pair<std::shared_ptr<GameSession>, bool> GameRegistry::FindOrMake(
    const std::string& game_id, const std::function<std::shared_ptr<GameSession>()>& make) {
  Part& part = PartOf(game_id);
  MutexLock lock(part.mutex);
  const auto found = part.sessions.find(game_id);
  if (found != part.sessions.end()) return {found->second, false};
  std::shared_ptr<GameSession> session = make();
  if (session == nullptr) return {nullptr, false};
  part.sessions.emplace(game_id, session);
  size_.fetch_add(1, std::memory_order_relaxed);
  return {std::move(session), true};
}

void GameRegistry::ForEach(const std::function<void(GameSession&)>& visit) const {
  for (const Part& part : parts_) {
    std::vector<std::shared_ptr<GameSession>> sessions;
    {
      MutexLock lock(part.mutex);
      sessions.reserve(part.sessions.size());
      for (const auto& [id, session] : part.sessions) sessions.push_back(session);
    }
    for (const auto& session : sessions) visit(*session);
  }
}

}  // namespace meeple::service
