#include "service/metrics/server_page.h"

#include <iterator>

#include "service/metrics/call_families.h"
#include "service/metrics/families.h"
#include "service/metrics/host_families.h"
#include "service/metrics/journal_families.h"
#include "service/metrics/process_metrics.h"

namespace meeple::metrics {

std::string ServerPage(const rpc::Server& server, const service::Journal& journal,
                       const std::string& version) {
  Families page = {InfoOf("meeple_build_info",
                          "The server's version, and the journal that it keeps games in.",
                          {{"version", version}, {"journal", std::string(journal.name())}})};
  for (Families& part : std::vector<Families>{CallFamilies(server), HostFamilies(server.host()),
                                              JournalFamilies(journal), ProcessFamilies()}) {
    page.insert(page.end(), std::move_iterator(part.begin()), std::move_iterator(part.end()));
  }
  return TextOf(page);
}

}  // namespace meeple::metrics
