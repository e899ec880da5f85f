"""A proxy in front of PostgreSQL that passes a command on, swallows the answer and cuts the connection."""
import select
import socket
import threading
import time


class Proxy:
    def __init__(self, target):
        self.target = target
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.word = None  # what the next append to lose contains
        self.cuts = 0
        threading.Thread(target=self._accept, daemon=True).start()

    def lose_reply_of(self, word):
        # PostgreSQL's bytea travels as bytes or as hexadecimal digits.
        self.word = (word.encode(), word.encode().hex().encode())

    def stop(self):
        self.listener.close()

    def _accept(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(client,), daemon=True).start()

    def _serve(self, client):
        try:
            server = socket.create_connection(("127.0.0.1", self.target))
        except OSError:
            client.close()
            return
        try:
            while True:
                readable, _, _ = select.select([client, server], [], [])
                for side in readable:
                    data = side.recv(1 << 16)
                    if not data:
                        return
                    (server if side is client else client).sendall(data)
                    if side is client and self.word and any(word in data for word in self.word):
                        self.word = None
                        server.recv(1 << 16)  # it is committed
                        time.sleep(0.05)
                        self.cuts += 1
                        return
        except OSError:
            pass
        finally:
            client.close()
            server.close()
