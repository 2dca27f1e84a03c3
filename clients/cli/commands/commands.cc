#include "clients/cli/commands/commands.h"

namespace meeple::cli {

void AddAllCommands(Program& program) {
  AddPlay(program);
  AddCreate(program);
  AddFork(program);
  AddGames(program);
  AddLobby(program);
  AddJoin(program);
  AddLeave(program);
  AddWatch(program);
  AddShow(program);
  AddMoves(program);
  AddMove(program);
  AddUndo(program);
  AddRedo(program);
  AddBot(program);
  AddTakeover(program);
  AddOffer(program);
  AddAnswer(program);
  AddResign(program);
  AddAbandon(program);
  AddReplay(program);
  AddEvents(program);
  AddKinds(program);
  AddScores(program);
  AddBench(program);
  AddTop(program);
  AddHealth(program);
}

}  // namespace meeple::cli
