"""HTTP and the live channel, as docs/reference/protocol.md describes them. Standard library only."""
import base64
import http.client
import json
import os
import socket
import struct
import time


class Closed(Exception):
    """The channel ended, or could not be opened; `code` as the protocol lists it, 0 where there was none."""

    def __init__(self, text, code=0):
        super().__init__(text)
        self.code = code


def request(port, method, path, body=None, headers=None, timeout=3.0):
    """Status, headers and the body's JSON (or text); OSError where nobody answers."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=timeout)
    try:
        sent = dict(headers or {})
        if body is not None:
            sent["Content-Type"] = "application/json"
            body = json.dumps(body)
        connection.request(method, path, body, sent)
        response = connection.getresponse()
        text = response.read().decode()
        try:
            content = json.loads(text)
        except ValueError:
            content = text
        return response.status, response.headers, content
    except http.client.HTTPException as error:
        raise OSError(str(error)) from error
    finally:
        connection.close()


class Live:
    """A device's WebSocket. Not for several threads."""

    def __init__(self, port, token, timeout=2.0):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=timeout)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.unread = b""
        key = base64.b64encode(os.urandom(16)).decode()
        head = (
            f"GET /v1/live HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: cardroom.v1\r\n"
            f"Authorization: Bearer {token}\r\n\r\n"
        )
        try:
            self.socket.sendall(head.encode())
            while b"\r\n\r\n" not in self.unread:
                self._read_more()
        except (OSError, Closed):
            self.close()
            raise
        answer, self.unread = self.unread.split(b"\r\n\r\n", 1)
        if b" 101 " not in answer.split(b"\r\n")[0]:
            self.close()
            raise Closed(answer.decode(errors="replace")[:300])

    def close(self):
        self.socket.close()

    def send(self, message):
        self._send_frame(1, json.dumps(message).encode())

    def receive(self, timeout):
        """The next message; None when none came in time."""
        until = time.monotonic() + timeout
        while True:
            frame = self._take_frame()
            if frame is None:
                left = until - time.monotonic()
                if left <= 0:
                    return None
                self.socket.settimeout(left)
                try:
                    self._read_more()
                except TimeoutError:
                    return None
                continue
            kind, body = frame
            if kind == 1:
                return json.loads(body)
            if kind == 8:
                code = struct.unpack(">H", body[:2])[0] if len(body) >= 2 else 0
                raise Closed(body[2:].decode(errors="replace"), code)
            if kind == 9:
                self._send_frame(10, body)

    def _read_more(self):
        data = self.socket.recv(65536)
        if not data:
            raise Closed("the connection ended")
        self.unread += data

    def _take_frame(self):
        data = self.unread
        if len(data) < 2:
            return None
        length, at = data[1] & 0x7F, 2
        if length == 126:
            if len(data) < 4:
                return None
            length, at = struct.unpack(">H", data[2:4])[0], 4
        elif length == 127:
            if len(data) < 10:
                return None
            length, at = struct.unpack(">Q", data[2:10])[0], 10
        if len(data) < at + length:
            return None
        self.unread = data[at + length :]
        return data[0] & 0x0F, data[at : at + length]

    def _send_frame(self, kind, body):
        # A client must mask; a mask of zeros leaves the bytes as they are.
        length = len(body)
        if length < 126:
            head = struct.pack(">BB", 0x80 | kind, 0x80 | length)
        elif length < 65536:
            head = struct.pack(">BBH", 0x80 | kind, 0x80 | 126, length)
        else:
            head = struct.pack(">BBQ", 0x80 | kind, 0x80 | 127, length)
        self.socket.settimeout(2.0)
        self.socket.sendall(head + b"\0\0\0\0" + body)
