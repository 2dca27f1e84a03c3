"""What a server tells of itself, read by Prometheus's own parser.

    before = scrape(server)
    ...
    after = scrape(server)
    after.value("meeple_calls_total", rpc="GetGame") - before.value(...)
"""

import re
import urllib.request

from prometheus_client.parser import text_string_to_metric_families

from harness import environment


class Scrape:
    """One page. A name is that of a sample: `x_total`, `x_bucket`."""

    def __init__(self, text):
        self.text = text
        self.families = list(text_string_to_metric_families(text))
        # As they are on the page: the parser takes "_total" off.
        self.names = set(re.findall(r"^# TYPE (\S+) ", text, re.MULTILINE))
        self.samples = [sample for family in self.families for sample in family.samples]

    def value(self, name, **labels):
        """The sum of all samples of that name that have these labels; 0 if there are none."""
        return sum(sample.value for sample in self.samples
                   if sample.name == name and labels.items() <= sample.labels.items())

    def has(self, name):
        """True if there is a sample of that name."""
        return any(sample.name == name for sample in self.samples)


def scrape(server):
    """What a server that was started with --metrics-listen says now."""
    with urllib.request.urlopen(server.metrics_url, timeout=environment.patience()) as answer:
        return Scrape(answer.read().decode("utf-8"))
