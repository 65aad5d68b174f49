import { createServer, type RequestListener, type Server, type ServerOptions } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { afterEach } from "vitest";

/** Servers and connections of a file's tests; each test ends its own. */
export function tcp() {
  const servers: Server[] = [];
  const sockets: Socket[] = [];
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy();
    for (const server of servers.splice(0)) {
      server.closeAllConnections();
      server.close();
    }
  });
  /** A server that listens, and its port. */
  async function serve(
    answer: RequestListener,
    options: ServerOptions = {},
  ): Promise<{ server: Server; port: number }> {
    const server = createServer(options, answer);
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return { server, port: (server.address() as AddressInfo).port };
  }
  return { sockets, serve };
}
