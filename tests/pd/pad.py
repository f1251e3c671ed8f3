# SPDX-License-Identifier: BSD-3-Clause
"""[rosin.pad] in a real Pd whose window is this program: what a hand does is sent as Pd's window sends it,
what would be drawn is read, and what comes out of the pad is printed. Needs no display."""
import os
import re
import socket
import subprocess
import tempfile
import time

from pdrun import CLASSES

WIDTH, HEIGHT, X, Y = 100, 50, 40, 30  # of the pad, pixels
HELD, FREE = "#c04020", "#808080"
PATCH = f"""#N canvas 50 50 500 400 12;
#X obj {X} {Y} rosin.pad {WIDTH} {HEIGHT};
#X obj 40 200 print x;
#X obj 120 200 print y;
#X obj 200 200 print held;
#X obj 200 260 r to-pad;
#X obj 40 260 r to-nobody;
#X obj 40 290 print done;
#X connect 0 0 1 0;
#X connect 0 1 2 0;
#X connect 0 2 3 0;
#X connect 4 0 0 0;
#X connect 5 0 6 0;
#X obj 300 260 loadbang;
#X obj 300 290 print loaded;
#X connect 7 0 8 0;
#X obj 280 200 print pressure;
#X connect 0 3 9 0;
"""


class Window:
    """What Pd takes for its window."""

    def __init__(self, folder, text):
        path = os.path.join(folder, "pad.pd")
        with open(path, "w") as f:
            f.write(text)
        door = socket.socket()
        door.bind(("127.0.0.1", 0))
        door.listen(1)
        with open(os.path.join(folder, "log"), "w") as writes:
            self.log = open(os.path.join(folder, "log"))
            self.pd = subprocess.Popen(["pd", "-noprefs", "-noaudio", "-nomidi", "-stderr", "-guiport", str(door.getsockname()[1]), "-path",
                                        CLASSES, "-open", path], stdout=writes, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL)
        door.settimeout(60)
        self.line = door.accept()[0]
        self.line.settimeout(60)
        self.got, self.read, self.steps, self.folder = "", 0, 0, folder
        self.line.sendall(b"pd init /tmp 0 8 5 11 10 6 13 12 7 16 16 10 19 24 15 29 36 22 44;")
        self.wait(0)
        while "loaded: bang" not in self.printed():
            assert self.pd.poll() is None, "Pd has gone"
            time.sleep(0.01)

    def printed(self):
        """What is new on standard error, which is not kept back."""
        self.log.seek(self.read)
        new = self.log.read()
        self.read = self.log.tell()
        return new

    def wait(self, dirty):
        """What Pd said to its window until it wrote a title with this mark."""
        while not re.search(rf"reflecttitle .* \{{pad.pd\}} .* {dirty} ;", self.got):
            data = self.line.recv(1 << 16).decode()
            assert data, "Pd has gone"
            self.got += data
        got, self.got = self.got, ""
        return got

    def do(self, *messages):
        """What is drawn of the pad after these, as words without its tags; and what is printed."""
        self.steps += 1
        for m in (*messages, f"to-nobody {self.steps}", f"pd-pad.pd dirty {self.steps % 2}"):
            self.line.sendall(f"{m};".encode())
        drawn = self.wait(self.steps % 2)
        printed = self.printed()
        assert f"done: {self.steps}\n" in printed or "pd-pad.pd cut" in messages, printed  # which cuts that, too
        pads = re.findall(r"\.c (.*?) ?;", drawn)
        return ([re.sub(r" ?(-tags )?\{?\{pad[0-9a-f]+([sd])\}\}?", r" \2", row) for row in pads if re.search(r"\{pad[0-9a-f]+[sd]\}", row)],
                [row for row in printed.splitlines() if not re.match("done:|error: consistency", row)])

    def end(self):
        self.line.sendall(b"pd quit;")
        self.pd.wait(60)


def dot(x, y, colour, zoom=1, left=X):
    """The rows that move the dot to a share of the pad."""
    px, py, r = (zoom * left + int(x * WIDTH * zoom), zoom * (Y + HEIGHT) - int(y * HEIGHT * zoom), 5 * zoom)
    return [f"coords d {px - r} {py - r} {px + r} {py + r}", f"itemconfigure d -fill {colour}"]


def drawn(x, y, zoom=1, left=X):
    coords = dot(x, y, "", zoom, left)[0][9:]
    corners = f"{zoom * left} {zoom * Y} {zoom * (left + WIDTH)} {zoom * (Y + HEIGHT)}"
    return [f"create rectangle {corners} -outline #000000 -fill #f4f0e4 s", f"create oval {coords} -outline #404040 -fill #808080 d"]


def said(x, y):
    return [f"y: {y:g}", f"x: {x:g}"]


def more(w, *messages):
    """What is drawn behind the dot after these: (kind, numbers, the rest), and what is printed."""
    for m in (*messages, "to-nobody 0", "pd-pad.pd dirty 1", "pd-pad.pd dirty 0"):
        w.line.sendall(f"{m};".encode())
    w.steps += w.steps % 2  # as the mark is now
    rows = re.findall(r"\.c (create|itemconfigure) (.*?) ?;", w.wait(0))
    return [(verb, re.sub(r"\{?\{?pad[0-9a-f]+([sdmt])\}?\}?", r"\1", row)) for verb, row in rows], w.printed()


def shows(w):
    """A region in m/s and N, words at the axes, what a contact does, ground, trail, names, each as it is told; and none once it is not."""
    region = [(0.1, 0.5, 1), (0.2, 1, 9)]  # the second one goes beyond the pad: its edge
    words = " ".join(f"{number:g}" for triple in region for number in triple)
    rows, _ = more(w, "to-pad axes 0.2 2", f"to-pad region {words}")
    shapes = [row for verb, row in rows if row.startswith("polygon")]
    x, low, high = X + 1, Y + HEIGHT, Y
    expected = [x + 1, low - 1, x + 50, low - 25, x + 99, high + 1, x + 99, low - 25, x + 50, low - 12]
    assert len(shapes) == 1 and [int(float(n)) for n in re.findall(r"-?[\d.]+", shapes[0].partition("-fill")[0])] == expected, (shapes, expected)
    texts = [re.search(r"-text \{?(.*?)\}? -fill", row).group(1) for verb, row in rows if row.startswith("text")]
    assert texts[-2:] == ["0.2 m/s", "2 N"], texts
    rows, said = more(w, "to-pad regime sings", "to-pad hold 1", "to-pad 0.1 1.5")
    assert any("-text sings" in row or "-text {sings}" in row for _, row in rows), rows
    assert any("-fill #2e9e4f" in row for verb, row in rows if verb == "itemconfigure"), rows
    assert "y: 1.5\nx: 0.1\n" in said, said
    rows, said = more(w, "to-pad regime rests", "to-pad trace 1", "to-pad 0 0", "to-pad 0.2 2", "to-pad dark 1", "to-pad hold 0")
    assert not any("sings" in row for _, row in rows) and any(row.startswith("line") for _, row in rows), rows
    assert ("itemconfigure", "s -fill #24221e") in rows, rows
    _, said = more(w, "to-pad region 1 2", "to-pad region 1 2 up", "to-pad region 1 2 -3", "to-pad axes -1 3000", "to-pad receive to-it", "to-it 0.7 1",
                   "to-pad axes 0 0", "to-pad send to-nobody", "to-it 0.5 0.5", "to-pad send -", "to-pad receive -", "to-it 0.1 0.1")
    assert said.count("region: needs SPEED LEAST GREATEST") == 3, said
    assert "fastest: -1 is out of range: 0 (shares of 1) to 1000" in said and "most: 3000 is out of range" in said, said
    assert "x: 0.7\n" in said and "done: 0.5 0.5 0 0.5\n" in said and "x: 0.1\n" not in said, said
    _, said = more(w, "to-pad send to-it", "to-pad receive to-it", "to-it 0.3 0.4", "to-pad send -", "to-pad receive -")
    assert "error" not in said and said.count("x: 0.3") == 1, said  # its own words, come back to it
    rows, _ = more(w, "to-pad region", "to-pad dark 0", "to-pad trace 0")
    assert not any(row.startswith(("polygon", "text")) for _, row in rows), rows
    w.do("to-pad set 0.1 0.2")


def presses(w):
    """The third number: by message, as a pen's, and of a mouse up and down while Shift is held; the hand stays. Its dot says it."""
    x, y = X + 1 + int(0.1 * WIDTH), Y + HEIGHT - int(0.2 * HEIGHT)

    def large(r, colour=FREE):
        return [f"coords d {x - r} {y - r} {x + r} {y + r}", f"itemconfigure d -fill {colour}"]
    for messages, picture, words in ((["to-pad pressure 1"], large(8), ["pressure: 1"]), (["to-pad pressure -3"], large(3), ["pressure: 0"]),
                                     (["to-pad pressure 0.5"], large(5), ["pressure: 0.5"]),
                                     (["pd-pad.pd mouse 91 40 1 1"], large(5, HELD), ["held: 1"]),  # with Shift
                                     (["pd-pad.pd motion 91 30 0"], large(6, HELD), ["pressure: 0.7"]), (["pd-pad.pd motion 20 300 0"], large(3, HELD), ["pressure: 0"]),
                                     (["pd-pad.pd mouseup 91 30 1"], large(3), ["held: 0"]), (["to-pad pressure 0.5"], large(5), ["pressure: 0.5"])):
        got = w.do(*messages)
        assert got == (picture, words), (messages, got, (picture, words))


def sized(w):
    """A grip while it is selected in edit mode; dragged, the pad is as large as that, within its range; undone, redone, and saved."""
    def told(*messages):
        w.steps += 1
        for m in (*messages, f"pd-pad.pd dirty {w.steps % 2}"):
            w.line.sendall(f"{m};".encode())
        return w.wait(w.steps % 2)
    left, low = X + 1, Y
    rows = told("pd-pad.pd editmode 1", f"pd-pad.pd mouse {X + 50} {Y + 20} 1 0", f"pd-pad.pd mouseup {X + 50} {Y + 20} 1")
    grip, = re.findall(r"rosin_pad_grip \S+ \{?(pad[0-9a-f]+c)\}? (\d+) (\d+) 10", rows)
    assert (int(grip[1]), int(grip[2])) == (left + WIDTH, low + HEIGHT), grip
    name = grip[0]
    told(f"{name} grip 1 700 500", f"{name} grip 2 720 510")
    rows = told(f"{name} grip 2 800 560", f"{name} grip 0 800 560")
    assert f"create rectangle {left} {low} {left + 200} {low + 110} -outline" in rows, rows
    assert re.search(rf"rosin_pad_place_grip \S+ \{{?{name}\}}? {left + 200} {low + 110}", rows), rows
    for message, wide, high in (("undo", 100, 50), ("redo", 200, 110), ("undo", 100, 50)):
        rows = told(f"pd-pad.pd {message}")
        assert f"create rectangle {left} {low} {left + wide} {low + high} -outline" in rows, (message, rows)
    told(f"{name} grip 1 700 500", f"{name} grip 0 0 9000")
    assert "20 by 2000 pixels" in w.do("to-pad print")[1][0]
    w.do("to-pad size 120 60", f"pd-pad.pd savetofile pad.pd {w.folder} 0")
    with open(os.path.join(w.folder, "pad.pd")) as f:
        saved = f.read()
    assert f"obj {left} {Y} rosin.pad 120 60" in saved, saved
    assert w.do("to-pad size 5 60")[1] == ["error: rosin.pad: width: 5 is out of range: 20 to 2000 pixels"]
    rows = told("to-pad size 100 50", "pd-pad.pd selectall", "pd-pad.pd deselectall", "pd-pad.pd editmode 0")
    assert "rosin_pad_drop_grip" in rows, rows


def hand():
    """Each step, what is drawn, and what is said."""
    with tempfile.TemporaryDirectory() as folder:
        w = Window(folder, PATCH)
        try:
            for messages, picture, words in (
                    (["pd-pad.pd map 1"], drawn(0.5, 0.5), []),
                    (["pd-pad.pd mouse 60 50 1 0"], dot(0.2, 0.6, FREE) + dot(0.2, 0.6, HELD), said(0.2, 0.6) + ["held: 1"]),
                    (["pd-pad.pd motion 70 45 0"], dot(0.3, 0.7, HELD), said(0.3, 0.7)),
                    (["pd-pad.pd motion 400 200 0"], dot(1, 0, HELD), said(1, 0)),  # it stays on the pad, and the hand goes on
                    (["pd-pad.pd motion 20 10 0"], dot(0, 1, HELD), said(0, 1)),
                    (["pd-pad.pd motion 90 55 0"], dot(0.5, 0.5, HELD), said(0.5, 0.5)),
                    (["pd-pad.pd mouseup 90 55 1"], dot(0.5, 0.5, FREE), ["held: 0"]),
                    (["pd-pad.pd motion 60 50 0"], [], []),
                    (["to-pad 0.25 0.8"], dot(0.25, 0.8, FREE), said(0.25, 0.8)),
                    (["to-pad -1 7"], dot(0, 1, FREE), said(0, 1)),
                    (["to-pad 1 2 3"], [], ["error: rosin.pad: list: needs x and y, 0 to 1 and 0 to 1"]),
                    (["to-pad 1 up"], [], ["error: rosin.pad: list: needs x and y, 0 to 1 and 0 to 1"]),
                    (["to-pad list up 1"], [], ["error: rosin.pad: list: needs x and y, 0 to 1 and 0 to 1"]),
                    (["to-pad set 0.6 0.4"], dot(0.6, 0.4, FREE), []),
                    (["to-pad set 9 -4"], dot(1, 0, FREE), []),
                    (["to-pad set 0.6 0.4"], dot(0.6, 0.4, FREE), []),
                    (["to-pad hold 1"], dot(0.6, 0.4, HELD), ["held: 1"]),
                    (["to-pad hold 1"], [], []),
                    (["to-pad bang"], [], ["pressure: 0.5", "held: 1"] + said(0.6, 0.4)),
                    (["to-pad print"], [], ["rosin.pad: x 0.6, y 0.4, pressure 0.5, held; 100 by 50 pixels"]),
                    (["to-pad hold 0"], dot(0.6, 0.4, FREE), ["held: 0"]),
                    (["to-pad dump"], [], ["pressure: 0.5", "held: 0"] + said(0.6, 0.4)),
                    (["to-pad print"], [], ["rosin.pad: x 0.6, y 0.4, pressure 0.5, not held; 100 by 50 pixels"]),
                    (["pd-pad.pd editmode 1", "pd-pad.pd selectall"], ["itemconfigure s -outline #0000ff"], []),
                    (["pd-pad.pd key 1 Right 0 0"], ["delete s", "delete d"] + drawn(0.6, 0.4, 1, X + 1), []),
                    (["pd-pad.pd deselectall"], ["itemconfigure s -outline #000000"], []),
                    (["pd-pad.pd editmode 0", "pd-pad.pd mouse 61 50 1 0"], dot(0.2, 0.6, FREE, 1, X + 1) + dot(0.2, 0.6, HELD, 1, X + 1),
                     said(0.2, 0.6) + ["held: 1"]),
                    (["pd-pad.pd mouseup 61 50 1"], dot(0.2, 0.6, FREE, 1, X + 1), ["held: 0"]),
                    (["pd-pad.pd map 0", "to-pad 0.1 0.2"], [], said(0.1, 0.2)),  # a window that is not seen
                    (["pd-pad.pd map 1"], drawn(0.1, 0.2, 1, X + 1), [])):
                got = w.do(*messages)
                assert got == (picture, words), (messages, got, (picture, words))
            log = w.do("pd-pad.pd obj 10 300 rosin.pad 10 2001", "pd-pad.pd obj 10 300 rosin.pad 20 2000", "pd-pad.pd obj 10 300 rosin.pad 60",
                       "pd-pad.pd obj 10 300 rosin.pad")
            assert log[1] == ["error: rosin.pad: width: 10 is out of range: 20 to 2000 pixels",
                              "error: rosin.pad: height: 2001 is out of range: 20 to 2000 pixels"], log
            sizes = [row.split()[2:6] for row in log[0] if row.startswith("create rectangle")]
            assert [(int(c) - int(a), int(d) - int(b)) for a, b, c, d in sizes] == [(200, 200), (20, 2000), (60, 60), (200, 200)], sizes
            shows(w)
            presses(w)
            sized(w)
            zoomed = w.do("pd-pad.pd zoom 2", "to-pad 0.5 0.25")[0]
            assert drawn(0.1, 0.2, 2, X + 1)[0] in zoomed and zoomed[-2:] == dot(0.5, 0.25, FREE, 2, X + 1), zoomed
            rows = w.do("pd-pad.pd editmode 1", "pd-pad.pd selectall", "pd-pad.pd cut")[0]
            assert sum(row.startswith("delete s") for row in rows) == 5, rows
        finally:
            w.end()


if __name__ == "__main__":
    hand()
