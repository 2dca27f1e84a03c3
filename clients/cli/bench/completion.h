#ifndef MEEPLE_CLIENTS_CLI_BENCH_COMPLETION_H_
#define MEEPLE_CLIENTS_CLI_BENCH_COMPLETION_H_

namespace meeple::cli {

// What a completion queue hands back when something that was begun is done.
class Completion {
 public:
  // `ok` as gRPC's CompletionQueue says it.
  virtual void Done(bool ok) = 0;

 protected:
  ~Completion() = default;
};

}  // namespace meeple::cli

#endif  // MEEPLE_CLIENTS_CLI_BENCH_COMPLETION_H_
