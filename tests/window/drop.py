"""Drops files on a window as a file manager does, by the XDND protocol."""

from pathlib import Path

from Xlib import X, Xatom
from Xlib.protocol import event
from Xlib.xobject.drawable import Window as XWindow

from desktop import Desktop
from waiting import wait_for

_VERSION = 5


class Drag:
    """A drag of files over a window, until they are dropped or leave."""

    def __init__(self, desktop: Desktop, target: XWindow, files: list[Path]):
        self._desktop, self._target = desktop, target
        self._uris = "".join(f"{file.as_uri()}\r\n" for file in files).encode()
        self._accepted = False
        self._finished: bool | None = None
        x, root = desktop.x, desktop.root
        self._source = root.create_window(0, 0, 1, 1, 0, X.CopyFromParent, X.InputOnly)
        self._type = desktop.atom("text/uri-list")
        self._copy = desktop.atom("XdndActionCopy")
        self._source.set_selection_owner(desktop.atom("XdndSelection"), X.CurrentTime)
        x.sync()
        place = target.get_geometry()
        corner = target.translate_coords(root, 0, 0)
        # The answer is relative to the root's corner, so its sign is inverted.
        self._x, self._y = -corner.x + place.width // 2, -corner.y + place.height // 2

    def over(self) -> "Drag":
        """Drags the files over the middle of the window."""
        self._desktop.move_pointer(self._x, self._y)
        self._tell("XdndEnter", [_VERSION << 24, self._type, 0, 0])
        self._hover()
        wait_for(lambda: self._listen() or self._accepted or self._hover(), "the window to take the files", pause=0.1)
        return self

    def drop(self) -> bool:
        """Drops the files; returns whether the window accepted them."""
        self._tell("XdndDrop", [0, X.CurrentTime, 0, 0])
        wait_for(lambda: self._listen() or self._finished is not None, "the end of the drop", pause=0.01)
        self._source.destroy()
        self._desktop.x.sync()
        return bool(self._finished)

    def leave(self) -> None:
        """Drags the files out of the window."""
        self._tell("XdndLeave", [0, 0, 0, 0])
        self._source.destroy()
        self._desktop.x.sync()

    def _hover(self) -> None:
        self._tell("XdndPosition", [0, self._x << 16 | self._y, X.CurrentTime, self._copy])

    def _tell(self, kind: str, rest: list[int]) -> None:
        self._desktop.tell(self._target, kind, [self._source.id, *rest], about=self._target)

    def _listen(self) -> None:
        """Answers the requests of the window."""
        desktop = self._desktop
        while desktop.x.pending_events():
            got = desktop.x.next_event()
            if got.type == X.SelectionRequest:
                self._give(got)
            elif got.type == X.ClientMessage and got.client_type == desktop.atom("XdndStatus"):
                self._accepted = bool(got.data[1][1] & 1)
            elif got.type == X.ClientMessage and got.client_type == desktop.atom("XdndFinished"):
                self._finished = bool(got.data[1][1] & 1)

    def _give(self, asked: event.SelectionRequest) -> None:
        desktop = self._desktop
        place = asked.property or asked.target
        if asked.target == self._type:
            asked.requestor.change_property(place, self._type, 8, self._uris)
        elif asked.target == desktop.atom("TARGETS"):
            asked.requestor.change_property(place, Xatom.ATOM, 32, [desktop.atom("TARGETS"), self._type])
        else:
            place = X.NONE
        notification = event.SelectionNotify(
            time=asked.time, requestor=asked.requestor, selection=asked.selection, target=asked.target, property=place
        )
        asked.requestor.send_event(notification)
        desktop.x.flush()
