#include "clients/cli/bench/table.h"

#include "clients/cli/bench/watcher.h"

namespace meeple::cli {

Table::Table(const v1::CreateGameResponse& created, std::mt19937_64& random)
    : game(created, random) {}

Table::~Table() = default;

}  // namespace meeple::cli
