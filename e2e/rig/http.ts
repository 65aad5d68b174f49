import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from "node:http";
import { connect } from "node:net";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import type { Server } from "./server";

export type Reply = { status: number; headers: IncomingHttpHeaders; bytes: Buffer; text: string };
type Asked = { method?: string; headers?: OutgoingHttpHeaders; body?: string | Buffer | readonly (string | Buffer)[] };

function unpack(bytes: Buffer, encoding: string | undefined): Buffer {
  if (bytes.byteLength === 0) return bytes;
  return encoding === "br" ? brotliDecompressSync(bytes) : encoding === "gzip" ? gunzipSync(bytes) : bytes;
}

/** One request as it is written, without anything a browser or `fetch` would add; a body given as a list is sent in chunks. */
export function ask(server: Server, path: string, { method = "GET", headers = {}, body }: Asked = {}): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const req = request({ host: "localhost", port: server.port, method, path, headers: { ...(typeof body === "string" || Buffer.isBuffer(body) ? { "content-length": Buffer.byteLength(body) } : {}), ...headers }, agent: false });
    req.on("error", reject);
    req.on("response", (res) => {
      const chunks: Buffer[] = [];
      res.on("data", (chunk: Buffer) => chunks.push(chunk));
      res.on("error", reject);
      res.on("end", () => {
        const bytes = Buffer.concat(chunks);
        resolve({ status: res.statusCode ?? 0, headers: res.headers, bytes, text: unpack(bytes, res.headers["content-encoding"]).toString("utf8") });
      });
    });
    if (Array.isArray(body)) for (const chunk of body) req.write(chunk);
    req.end(Array.isArray(body) ? undefined : (body as string | Buffer | undefined));
  });
}

/** Sends these bytes and answers what comes back until the server closes. */
export function sendRaw(server: Server, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(server.port, "localhost", () => socket.write(bytes));
    let answer = "";
    socket.on("data", (chunk) => (answer += String(chunk)));
    socket.on("close", () => resolve(answer));
    socket.on("error", reject);
  });
}

/** A JSON body with its type. */
export const json = (value: unknown, more: OutgoingHttpHeaders = {}): Asked => ({ method: "POST", headers: { "content-type": "application/json", ...more }, body: typeof value === "string" ? value : JSON.stringify(value) });
