import { once } from "node:events";
import { createServer, type IncomingMessage, request, type Server as HttpServer, type ServerResponse } from "node:http";
import type { Server } from "./server";

/** Milliseconds between two questions whether a server is ready. */
const INTERVAL_MS = 100;

/**
 * A proxy before several servers, as docs/operating.md wants one: it asks each whether it is ready, takes them in turn,
 * and gives a request whose connection is refused to the next one, one that only reads also where the connection ends.
 */
export class Proxy {
  readonly #http: HttpServer;
  readonly #ready = new Map<Server, boolean>();
  readonly #asking: NodeJS.Timeout;
  #turn = 0;
  /** The requests that each server answered. */
  readonly answered = new Map<Server, number>();

  private constructor(servers: readonly Server[]) {
    for (const server of servers) this.add(server);
    this.#http = createServer((req, res) => this.#pass(req, res));
    this.#asking = setInterval(() => {
      for (const server of this.#ready.keys()) this.#ask(server);
    }, INTERVAL_MS);
  }

  static async before(...servers: Server[]): Promise<Proxy> {
    const proxy = new Proxy(servers);
    proxy.#http.listen(0, "127.0.0.1");
    await once(proxy.#http, "listening");
    return proxy;
  }

  get port(): number {
    const address = this.#http.address();
    return typeof address === "object" && address ? address.port : 0;
  }

  /** An address behind it. */
  url = (path: string): string => `http://127.0.0.1:${this.port}${path}`;

  add(server: Server): void {
    this.#ready.set(server, true);
    this.answered.set(server, 0);
  }

  #ask(server: Server): void {
    const asked = request({ host: "127.0.0.1", port: server.port, path: "/api/ready", agent: false }, (res) => {
      res.resume();
      this.#ready.set(server, res.statusCode === 200);
    });
    asked.on("error", () => this.#ready.set(server, false)).end();
  }

  /** The servers in the order in which a request tries them: those that are ready, each first in its turn. */
  #order(): Server[] {
    const all = [...this.#ready.keys()];
    const ready = all.filter((server) => this.#ready.get(server));
    const first = (this.#turn += 1) % Math.max(1, ready.length);
    return [...ready.slice(first), ...ready.slice(0, first), ...all.filter((server) => !ready.includes(server))];
  }

  #pass(req: IncomingMessage, res: ServerResponse): void {
    const chunks: Buffer[] = [];
    req.on("data", (chunk: Buffer) => chunks.push(chunk));
    req.on("end", () => this.#try(this.#order(), req, Buffer.concat(chunks), res));
  }

  #try([server, ...others]: readonly Server[], req: IncomingMessage, body: Buffer, res: ServerResponse): void {
    if (server === undefined) return void res.writeHead(502, { "content-length": "0" }).end();
    const from = [req.headers["x-forwarded-for"], req.socket.remoteAddress].flat().filter(Boolean).join(", ");
    const { method, url: path } = req;
    const headers = { ...req.headers, connection: "close", "x-forwarded-for": from, "x-forwarded-proto": "http" };
    // A new connection for each request: what a kept one did not answer may have been done.
    const asked = request({ host: "127.0.0.1", port: server.port, method, path, headers, agent: false });
    asked.on("response", (answer) => {
      this.answered.set(server, (this.answered.get(server) ?? 0) + 1);
      const { connection: _, ...kept } = answer.headers;
      res.writeHead(answer.statusCode ?? 502, kept);
      answer.on("error", () => res.destroy()).pipe(res);
    });
    asked.on("error", (error: NodeJS.ErrnoException) => {
      const isSafe = method === "GET" || method === "HEAD";
      if (error.code === "ECONNREFUSED" || (isSafe && !res.headersSent)) return this.#try(others, req, body, res);
      if (res.headersSent) res.destroy();
      else res.writeHead(502, { "content-length": "0" }).end();
    });
    asked.end(body);
  }

  async end(): Promise<void> {
    clearInterval(this.#asking);
    this.#http.closeAllConnections();
    this.#http.close();
    await once(this.#http, "close");
  }
}
