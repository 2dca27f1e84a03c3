"""Draws what `scripts/bench` measured as an SVG, with nothing but text.

Usage: plot.py FIGURES.json > FIGURES.svg
"""

import json
import math
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
PANEL_WIDTH = 300
PANEL_HEIGHT = 170


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
    lines.append(note(y - 8, document, ", line: least to greatest"))
    return picture(y + 4, lines)


def note(y, document, more=""):
    """What the figures are of."""
    return text(8, y, f"median of {document['rounds']} rounds{more}; {document['date'][:10]}, "
                      f"{document['machine']['cores']} cores", fill="#555")


def picture(height, lines):
    """The whole file."""
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" '
        f'font-family="sans-serif" font-size="13">',
        f'<rect width="{WIDTH}" height="{height}" fill="#fff"/>', *lines, "</svg>", ""])


def panel(left, top, title, unit, points):
    """Cost by size: sizes on a logarithmic scale, costs from zero, so that what is flat looks flat."""
    bottom, width = top + PANEL_HEIGHT - 50, PANEL_WIDTH - 60
    least, greatest = math.log(points[0][0]), math.log(points[-1][0])
    highest = max(cost for _, cost in points)
    at = [(left + 20 + width * (math.log(size) - least) / (greatest - least),
           bottom - (PANEL_HEIGHT - 90) * cost / highest) for size, cost in points]
    path = "L".join(f"{x:.1f} {y:.1f}" for x, y in at)
    lines = [text(left, top + 14, title, font_weight="bold"),
             f'<path d="M{left} {bottom}H{left + PANEL_WIDTH - 20}" stroke="#222"/>',
             f'<path d="M{path}" fill="none" stroke="{OURS}" stroke-width="2"/>']
    for (x, y), (size, cost) in zip(at, points):
        lines += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{OURS}"/>',
                  text(f"{x:.1f}", f"{y - 8:.1f}", f"{cost:.0f}", text_anchor="middle", font_size=11),
                  text(f"{x:.1f}", bottom + 16, f"{size:,}", text_anchor="middle", font_size=11)]
    return [*lines, text(left, bottom + 32, unit, fill="#555", font_size=11)]


def draw_growth(panels, document):
    """The SVG of what growth.py measured: for each panel its title, what grows, the cost's unit, the points."""
    lines = []
    for number, (title, grows, unit, points) in enumerate(panels):
        left, top = 12 + number % 2 * (PANEL_WIDTH + 16), 8 + number // 2 * PANEL_HEIGHT
        lines += panel(left, top, title, f"{unit} of processor time, by {grows}", points)
    height = 8 + -(-len(panels) // 2) * PANEL_HEIGHT + 24
    return picture(height, [*lines, note(height - 10, document)])


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as file:
        sys.stdout.write(draw(json.load(file)))
