"""Draws what `scripts/bench` measured as an SVG, with nothing but text.

Usage: plot.py FIGURES.json > FIGURES.svg
"""

import json
import sys

# Name in the document, label, and whether it is ours.
GROUPS = (
    ("Processor time of the server a move", (
        ("submit_floor", "floor: bytes", False),
        ("submit_floor_messages", "floor: messages", False),
        ("submit_memory", "Meeple, in memory", True),
        ("submit_durable", "Meeple, on disk", True))),
    ("Processor time of the server an event delivered", (
        ("fanout_floor", "floor: bytes", False),
        ("fanout_memory", "Meeple", True))),
)

WIDTH = 640
LABEL_WIDTH = 150
BAR_WIDTH = 380
BAR_HEIGHT = 18
ROW_HEIGHT = 26
OURS = "#2f6f9f"
FLOOR = "#9aa5ad"


def text(x, y, content, **attributes):
    """A text element."""
    extra = "".join(f' {name.replace("_", "-")}="{value}"' for name, value in attributes.items())
    return f'<text x="{x}" y="{y}"{extra}>{content}</text>'


def bar(y, label, value, least_and_greatest, scale, ours):
    """One row: label, bar, a line from the least to the greatest round, the median in figures."""
    least, greatest = (LABEL_WIDTH + number * scale for number in least_and_greatest)
    middle = y + BAR_HEIGHT / 2
    return [
        text(LABEL_WIDTH - 8, y + 14, label, text_anchor="end"),
        f'<rect x="{LABEL_WIDTH}" y="{y}" width="{value * scale:.1f}" height="{BAR_HEIGHT}" '
        f'fill="{OURS if ours else FLOOR}"/>',
        f'<path d="M{least:.1f} {middle}H{greatest:.1f}" stroke="#222" stroke-width="1.5"/>',
        text(f"{greatest + 8:.1f}", y + 14, f"{value:.1f} us"),
    ]


def draw(document):
    """The SVG of a document that figures.py wrote."""
    spreads = document["cpu_us_least_and_greatest"]
    lines = []
    y = 24
    for title, rows in GROUPS:
        scale = BAR_WIDTH / max(spreads[name][1] for name, _, _ in rows)
        lines.append(text(8, y, title, font_weight="bold"))
        y += 12
        for name, label, ours in rows:
            lines += bar(y, label, document[f"{name}_cpu_us"], spreads[name], scale, ours)
            y += ROW_HEIGHT
        y += 24
    note = (f"median of {document['rounds']} rounds, line: least to greatest; "
            f"{document['date'][:10]}, {document['machine']['cores']} cores")
    lines.append(text(8, y - 8, note, fill="#555"))
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{y + 4}" '
        f'font-family="sans-serif" font-size="13">',
        f'<rect width="{WIDTH}" height="{y + 4}" fill="#fff"/>', *lines, "</svg>", ""])


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as file:
        sys.stdout.write(draw(json.load(file)))
