"""The windows of the virtual display, as a desktop and its user control them."""

import time
from contextlib import suppress

from Xlib import X, XK, display
from Xlib.error import XError
from Xlib.ext import xtest
from Xlib.protocol import event
from Xlib.xobject.drawable import Window as XWindow

from waiting import wait_for


class Desktop:
    """A connection to the X server."""

    def __init__(self):
        self.x = display.Display()
        self.root = self.x.screen().root
        wait_for(lambda: self.property(self.root, "_NET_SUPPORTING_WM_CHECK"), "the window manager")

    def close(self) -> None:
        self.x.close()

    def atom(self, name: str) -> int:
        return self.x.intern_atom(name)

    def property(self, window: XWindow, name: str):
        found = window.get_full_property(self.atom(name), X.AnyPropertyType)
        return None if found is None else found.value

    def windows(self) -> list[XWindow]:
        """Returns the windows of the window manager, without hidden ones."""
        managed = self.property(self.root, "_NET_CLIENT_LIST")
        return [self.x.create_resource_object("window", window) for window in (managed if managed is not None else [])]

    def titled(self, title: str) -> XWindow | None:
        """Returns the visible window with this title."""
        return next((window for window in self.windows() if self.title(window) == title), None)

    def title(self, window: XWindow) -> str | None:
        with suppress(XError):
            title = self.property(window, "_NET_WM_NAME")
            return None if title is None else bytes(title).decode()
        return None

    def shown(self, title: str) -> XWindow:
        def found() -> XWindow:
            if window := self.titled(title):
                return window
            raise LookupError(f"the windows are {[self.title(window) for window in self.windows()]}")

        return wait_for(found, f"the window “{title}”")

    def is_above(self, window: XWindow) -> bool:
        with suppress(XError):
            states = self.property(window, "_NET_WM_STATE")
            return states is not None and self.atom("_NET_WM_STATE_ABOVE") in states
        return False

    def is_in_front(self, window: XWindow) -> bool:
        active = self.property(self.root, "_NET_ACTIVE_WINDOW")
        return active is not None and active[0] == window.id

    def ask_to_close(self, window: XWindow) -> None:
        """Closes a window as its close button does."""
        self.tell(self.root, "_NET_CLOSE_WINDOW", [X.CurrentTime, 2, 0, 0, 0], about=window)

    def resize(self, window: XWindow, width: int, height: int) -> None:
        """Moves a window to the corner and resizes its page."""
        frame = self.property(window, "_NET_FRAME_EXTENTS")
        left, _, top, _ = frame if frame is not None else (0, 0, 0, 0)
        window.configure(x=int(left), y=int(top), width=width, height=height)
        self.x.sync()

    def tell(self, target: XWindow, kind: str, data: list[int], about: XWindow) -> None:
        """Sends a client message."""
        message = event.ClientMessage(window=about, client_type=self.atom(kind), data=(32, data))
        mask = X.SubstructureRedirectMask | X.SubstructureNotifyMask if target == self.root else 0
        target.send_event(message, event_mask=mask)
        self.x.flush()

    def move_pointer(self, x: int, y: int) -> None:
        xtest.fake_input(self.x, X.MotionNotify, x=x, y=y)
        self.x.sync()

    def press(self, *keys: str) -> None:
        """Presses keys of the real keyboard together, such as `Control_L` and `l`."""
        codes = [self.x.keysym_to_keycode(XK.string_to_keysym(key)) for key in keys]
        for code in codes:
            xtest.fake_input(self.x, X.KeyPress, code)
        for code in reversed(codes):
            xtest.fake_input(self.x, X.KeyRelease, code)
        self.x.sync()
        # Programs order key events by their timestamps.
        time.sleep(0.01)

    def type(self, text: str) -> None:
        """Types letters, digits and the characters of paths on the real keyboard."""
        names = {"/": "slash", "-": "minus", ".": "period", "_": "underscore", " ": "space"}
        shifted = {"_"}
        for letter in text:
            key = names.get(letter, letter)
            if letter.isupper() or letter in shifted:
                self.press("Shift_L", key)
            else:
                self.press(key)

    def choose_file(self, title: str, path: str) -> None:
        """Enters a path in the open file dialog with this title."""
        dialog = self.shown(title)
        wait_for(lambda: self.is_in_front(dialog), f"the dialog “{title}” to be in front")
        # A dialog that is still reading its folder loses keys; then everything is repeated.
        wait_for(lambda: self._gave(title, path), f"the dialog “{title}” to close")

    def _gave(self, title: str, path: str) -> bool:
        self.press("Control_L", "l")
        self.press("Control_L", "a")
        self.type(path)
        self.press("Return")
        deadline = time.monotonic() + 3
        while self.titled(title) is not None and time.monotonic() < deadline:
            time.sleep(0.05)
        return self.titled(title) is None
