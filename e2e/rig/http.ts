import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from "node:http";
import { connect } from "node:net";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import type { Entrance, Server } from "./server";

export type Reply = { status: number; headers: IncomingHttpHeaders; bytes: Buffer; text: string };
type Asked = {
  method?: string;
  headers?: OutgoingHttpHeaders;
  body?: string | Buffer | readonly (string | Buffer)[];
  /** The address that it comes from, one of 127.0.0.0/8. */
  from?: string;
};

function unpack(bytes: Buffer, encoding: string | undefined): Buffer {
  if (bytes.byteLength === 0) return bytes;
  return encoding === "br" ? brotliDecompressSync(bytes) : encoding === "gzip" ? gunzipSync(bytes) : bytes;
}

/** Where a server listens, asked from one of the addresses of 127.0.0.0/8. */
const placeOf = ({ port }: Entrance, from: string | undefined) =>
  from === undefined ? { port, host: "localhost" } : { port, host: "127.0.0.1", localAddress: from };

let networks = 0;
/** An address of a network that has asked for nothing yet: what strangers may send is counted for each. */
export function elsewhere(): string {
  networks += 1;
  return `127.${1 + (networks >> 8)}.${networks % 256}.1`;
}

/** One request as it is written, without anything a browser or `fetch` would add; a body given as a list is sent in chunks. */
export function ask(
  server: Entrance,
  path: string,
  { method = "GET", headers = {}, body, from }: Asked = {},
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const req = request({
      ...placeOf(server, from),
      method,
      path,
      headers: {
        ...(typeof body === "string" || Buffer.isBuffer(body) ? { "content-length": Buffer.byteLength(body) } : {}),
        ...headers,
      },
      agent: false,
    });
    req.on("error", reject);
    req.on("response", (res) => {
      const chunks: Buffer[] = [];
      res.on("data", (chunk: Buffer) => chunks.push(chunk));
      res.on("error", reject);
      res.on("end", () => {
        const bytes = Buffer.concat(chunks);
        resolve({
          status: res.statusCode ?? 0,
          headers: res.headers,
          bytes,
          text: unpack(bytes, res.headers["content-encoding"]).toString("utf8"),
        });
      });
    });
    if (Array.isArray(body)) for (const chunk of body) req.write(chunk);
    req.end(Array.isArray(body) ? undefined : (body as string | Buffer | undefined));
  });
}

/** Sends these bytes and returns the answer until the server closes. */
export function sendRaw(server: Server, bytes: string, from?: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(placeOf(server, from), () => socket.write(bytes));
    let answer = "";
    socket.on("data", (chunk) => (answer += String(chunk)));
    socket.on("close", () => resolve(answer));
    socket.on("error", reject);
  });
}

/** A JSON body with its type. */
export const json = (value: unknown, more: OutgoingHttpHeaders = {}): Asked => ({
  method: "POST",
  headers: { "content-type": "application/json", ...more },
  body: typeof value === "string" ? value : JSON.stringify(value),
});

export type Poured = { status: number; headers: Record<string, string>; body: string; sent: number; letGo: boolean };

/**
 * Sends a head and then an endless body piece by piece until an answer comes; returns how much was sent, and whether
 * the server closed the connection. Without pieces it waits, as a slow sender does.
 */
export function pour(
  server: Server,
  head: readonly string[],
  piece?: string,
  most = Number.POSITIVE_INFINITY,
  from?: string,
): Promise<Poured> {
  return new Promise((resolve, reject) => {
    const socket = connect(placeOf(server, from));
    let [answer, sent] = ["", 0];
    const flow = () => {
      if (piece === undefined || answer !== "" || sent >= most || socket.destroyed) return;
      sent += piece.length;
      if (socket.write(piece)) setImmediate(flow);
      else socket.once("drain", () => setImmediate(flow));
    };
    socket.on("connect", () => {
      socket.write(`${head.join("\r\n")}\r\n\r\n`);
      flow();
    });
    socket.on("data", (chunk) => (answer += String(chunk)));
    socket.on(
      "error",
      (error: NodeJS.ErrnoException) =>
        answer === "" && error.code !== "EPIPE" && error.code !== "ECONNRESET" && reject(error),
    );
    // A server that keeps the connection open would make this wait.
    let letGo = true;
    const patience = setTimeout(() => {
      letGo = false;
      socket.destroy();
    }, 120_000);
    socket.on("close", () => {
      clearTimeout(patience);
      const [top = "", ...rest] = answer.split("\r\n\r\n");
      const [first = "", ...lines] = top.split("\r\n");
      const headers = Object.fromEntries(
        lines.map((line) => [line.slice(0, line.indexOf(":")).toLowerCase(), line.slice(line.indexOf(":") + 1).trim()]),
      );
      resolve({ status: Number(first.split(" ")[1] ?? 0), headers, body: rest.join("\r\n\r\n"), sent, letGo });
    });
  });
}

/** The cookies that an answer sets, as a browser sends them back. */
export const cookiesIn = ({ headers }: Reply): string =>
  (headers["set-cookie"] ?? []).map((line) => line.split(";")[0]).join("; ");

type Person = { username: string; password: string };

/** Signs in through next-auth as a browser without script would; returns the result and the browser's cookies. */
export async function signInWith(
  server: Server,
  { username, password }: Person,
): Promise<{ reply: Reply; cookie: string }> {
  const asked = await ask(server, "/api/auth/csrf");
  const { csrfToken } = JSON.parse(asked.text) as { csrfToken: string };
  const reply = await ask(server, "/api/auth/callback/credentials", {
    method: "POST",
    headers: {
      origin: server.origin,
      cookie: cookiesIn(asked),
      "content-type": "application/x-www-form-urlencoded",
    },
    body: String(new URLSearchParams({ csrfToken, username, password })),
  });
  return { reply, cookie: [cookiesIn(asked), cookiesIn(reply)].filter(Boolean).join("; ") };
}
