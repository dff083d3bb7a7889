"""Reads a page: every text, by its place."""

import xml.parsers.expat

# Elements that hold one text; elements inside them are part of it.
BLOCKS = {"h1", "h2", "h3", "p", "li", "figcaption", "dt", "dd", "th", "td", "title", "desc", "text", "summary", "a"}
# Classes of surrounding elements, and of elements, that distinguish texts of the same element.
CONTAINERS = {"about", "looks", "parts", "contents", "findings", "legend", "numbers", "words", "links", "plot", "ends"}
CLASSES = {"lede", "note", "quality", "title", "before-label", "now-label", "target-label"}
# The vertical position of texts above a plot; those of its axes are elsewhere.
ABOVE = "16"


class Text:
    """A text and its place: section, figure and kind, such as `legend li`."""

    def __init__(self, place):
        self.place, self.text, self.pieces = place, "", []

    def add(self, piece, at):
        self.pieces.append((len(self.text), at))
        self.text += piece

    def at(self, position):
        """Returns the offset in the file's bytes of a character of the text."""
        start, at = max(piece for piece in self.pieces if piece[0] <= position)
        return at + len(self.text[start:position].encode())


class Row:
    """A row of a table, or a number of the strip: the text of its head and those of its cells, except bars."""

    def __init__(self, head):
        self.head, self.cells = head, []

    @property
    def name(self):
        return self.head.text.strip(" ")


class Page:
    """The texts in order, and the rows of tables by section and figure (`figure-data` for its second table). Raises `ExpatError` if it is not XML."""

    def __init__(self, source):
        self.texts, self.rows, self.figures = [], {}, []
        self.section = self.figure = ""
        self.tables = 0
        self.open, self.containers, self.block, self.sections = [], [], None, []
        for first, last in [(b"<title>", b"</title>"), (b"<main ", b"</main>")]:
            self.start = source.index(first)
            self.parse(source[self.start:source.index(last) + len(last)])

    def parse(self, element):
        self.parser = xml.parsers.expat.ParserCreate("utf-8")
        self.parser.StartElementHandler = self.begin
        self.parser.EndElementHandler = self.end
        self.parser.CharacterDataHandler = self.read
        self.parser.Parse(element, True)

    def said(self, *place):
        """Returns the texts at a place, in order."""
        return [text.text for text in self.texts if text.place == place]

    def start_text(self, kind):
        self.texts.append(Text((self.section, self.figure, kind)))
        return self.texts[-1]

    def begin(self, tag, attributes):
        style = attributes.get("class", "").split(" ")[0]
        if tag == "section":
            self.sections.append(self.section)
            self.section = attributes["id"] if style == "app" else self.section
        elif tag == "figure":
            self.figure = attributes["id"].removeprefix(self.section + "-")
            self.figures.append((self.section, self.figure))
            self.tables = 0
        elif tag == "table":
            self.tables += 1
        elif tag == "br" and self.block is not None and self.texts[-1].place[2] in ("row", "cell"):
            # In mails, the second line of a cell is a separate cell.
            self.add_cell()
        self.open.append(tag)
        self.containers.append(style if style in CONTAINERS else None)
        if self.block is None and tag in BLOCKS:
            self.block = len(self.open)
            self.begin_text(tag, style, attributes)

    def begin_text(self, tag, style, attributes):
        within = next((each for each in reversed(self.containers) if each), None)
        kind = " ".join(filter(None, [within, style if style in CLASSES else tag]))
        if kind == "plot text" and attributes.get("y") == ABOVE:
            self.start_text("plot above")
        elif attributes.get("scope") == "row" or kind == "numbers dt":
            self.rows.setdefault(self.place(), []).append(Row(self.start_text("row")))
        elif style == "bars":
            self.start_text("scale")
        elif tag == "td" or kind == "numbers dd":
            self.add_cell()
        else:
            self.start_text(kind)

    def place(self):
        """Returns the place of the current table. The second one of a figure has the data of the first."""
        return self.section, self.figure + ("-data" if self.figure and self.tables > 1 else "")

    def add_cell(self):
        self.rows[self.place()][-1].cells.append(self.start_text("cell"))

    def read(self, piece):
        # `small` marks a row that can still change; it is not part of the name.
        if self.open[-1] == "small":
            return
        if self.block is None and piece.strip():
            self.start_text("ends" if "ends" in self.containers else "loose text")
        if self.block is not None or piece.strip():
            self.texts[-1].add(piece, self.start + self.parser.CurrentByteIndex)

    def end(self, tag):
        if self.block == len(self.open):
            self.block = None
        self.open.pop()
        self.containers.pop()
        if tag == "figure":
            self.figure = ""
        elif tag == "section":
            self.section = self.sections.pop()
