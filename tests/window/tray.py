"""A notification area: it owns the name that tray icons register with, reads their menus and clicks in
them."""

import queue
import threading
from contextlib import suppress

from jeepney import DBusAddress, HeaderFields, MessageType, Properties, new_error, new_method_call, new_method_return
from jeepney.bus_messages import message_bus
from jeepney.io.threading import DBusRouter, open_dbus_connection

from waiting import wait_for

_WATCHER = "org.kde.StatusNotifierWatcher"
_ITEM = "org.kde.StatusNotifierItem"
_MENU = "com.canonical.dbusmenu"


class NotificationArea:
    """The area that shows tray icons. It must exist before the app starts, or the app has no tray."""

    def __init__(self):
        self._host = open_dbus_connection(bus="SESSION")
        self._asking = DBusRouter(open_dbus_connection(bus="SESSION"))
        self._icons: queue.SimpleQueue[tuple[str, str]] = queue.SimpleQueue()
        self._serving = threading.Thread(target=self._serve, daemon=True)
        with DBusRouter(self._host) as router:
            answer = router.send_and_get_reply(message_bus.RequestName(_WATCHER), timeout=10)
            assert answer.body == (1,), f"another notification area is there: {answer.body}"
        self._serving.start()

    def _serve(self) -> None:
        with suppress(OSError, EOFError, ConnectionError):
            while True:
                message = self._host.receive()
                if message.header.message_type == MessageType.method_call:
                    self._host.send(self._answer(message))

    def _answer(self, message):
        fields = message.header.fields
        known = {"IsStatusNotifierHostRegistered": ("b", True), "ProtocolVersion": ("i", 0)}
        known["RegisteredStatusNotifierItems"] = ("as", [])
        match fields.get(HeaderFields.member):
            case "RegisterStatusNotifierItem":
                # Either a path on the sender's connection, or the name of a connection with the default path.
                (service,) = message.body
                sender = fields[HeaderFields.sender]
                self._icons.put((sender, service) if service.startswith("/") else (service, "/StatusNotifierItem"))
                return new_method_return(message)
            case "RegisterStatusNotifierHost":
                return new_method_return(message)
            case "Get" if message.body[1] in known:
                return new_method_return(message, "v", (known[message.body[1]],))
            case "GetAll":
                return new_method_return(message, "a{sv}", (known,))
            case _:
                return new_error(message, "org.freedesktop.DBus.Error.UnknownMethod")

    def icon(self) -> "TrayIcon":
        """Returns the next icon that is registered."""
        try:
            service, path = self._icons.get(timeout=60)
        except queue.Empty:
            raise AssertionError("no tray icon was registered") from None
        return TrayIcon(self._asking, DBusAddress(path, bus_name=service, interface=_ITEM))

    def close(self) -> None:
        self._asking.close()
        self._asking.conn.close()
        with suppress(OSError):
            self._host.sock.shutdown(2)
        self._serving.join(10)
        self._host.close()


class TrayIcon:
    """The tray icon of a program, with its menu."""

    def __init__(self, bus: DBusRouter, item: DBusAddress):
        self._bus = bus
        self.properties = {name: value for name, (_, value) in self._ask(Properties(item).get_all())[0].items()}
        self._menu = DBusAddress(self.properties["Menu"], bus_name=item.bus_name, interface=_MENU)

    def _ask(self, message):
        reply = self._bus.send_and_get_reply(message, timeout=30)
        if reply.header.message_type == MessageType.error:
            raise LookupError(f"{reply.header.fields.get(HeaderFields.error_name)}: {reply.body}")
        return reply.body

    def menu(self) -> list[dict]:
        """Returns the items of the menu: id, label, whether they are enabled and checked."""
        _, (_, _, lines) = self._ask(new_method_call(self._menu, "GetLayout", "iias", (0, -1, [])))
        found = []
        for _, (line, properties, _) in lines:
            known = {name: value for name, (_, value) in properties.items()}
            found.append({
                "id": line,
                # An underscore marks the access key.
                "label": known.get("label", "").replace("_", ""),
                "enabled": known.get("enabled", True),
                "checked": known.get("toggle-state", 0) == 1,
            })
        return found

    def line(self, label: str) -> dict:
        """Returns the item that starts with this text."""
        for line in self.menu():
            if line["label"].startswith(label):
                return line
        raise LookupError(f"there is no line “{label}”")

    def click(self, label: str) -> None:
        """Clicks the item that starts with this text, as soon as it is enabled."""

        def enabled() -> dict | None:
            line = self.line(label)
            return line if line["enabled"] else None

        line = wait_for(enabled, f"the tray's “{label}”")
        self._ask(new_method_call(self._menu, "Event", "isvu", (line["id"], "clicked", ("i", 0), 0)))
