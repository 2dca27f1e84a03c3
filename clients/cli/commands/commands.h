#ifndef MEEPLE_CLIENTS_CLI_COMMANDS_COMMANDS_H_
#define MEEPLE_CLIENTS_CLI_COMMANDS_COMMANDS_H_

// The commands of the program, one file each. To add one, write its Add function and list it here
// and in commands.cc.

#include "clients/cli/program.h"

namespace meeple::cli {

void AddCreate(Program& program);
void AddGames(Program& program);
void AddLobby(Program& program);
void AddJoin(Program& program);
void AddLeave(Program& program);
void AddPlay(Program& program);
void AddFork(Program& program);
void AddWatch(Program& program);
void AddShow(Program& program);
void AddTop(Program& program);
void AddHealth(Program& program);
void AddMoves(Program& program);
void AddMove(Program& program);
void AddUndo(Program& program);
void AddRedo(Program& program);
void AddReplay(Program& program);
void AddEvents(Program& program);
void AddKinds(Program& program);
void AddBot(Program& program);
void AddTakeover(Program& program);
void AddOffer(Program& program);
void AddAnswer(Program& program);
void AddResign(Program& program);
void AddAbandon(Program& program);
void AddScores(Program& program);
void AddBench(Program& program);

// All of them, in the order in which --help lists them.
void AddAllCommands(Program& program);

}  // namespace meeple::cli

#endif  // MEEPLE_CLIENTS_CLI_COMMANDS_COMMANDS_H_
