import { createServer, IncomingMessage } from "node:http";
import { type AddressInfo, connect, Socket } from "node:net";
import { afterEach, expect, it } from "vitest";
import { env } from "../../core/env";
import { clientHeader } from "../../doors/client-header";
import { costOf } from "../../testing/cost";
import {
  clientIp,
  endSilent,
  faultInHeaders,
  forFramework,
  LONGEST_USER_AGENT,
  namesHost,
  serverOptions,
  setTimeouts,
} from "./limits";
import { markOwn } from "../addresses/own-requests";

const { trustProxy } = env;
afterEach(() => void (env.trustProxy = trustProxy));

function ipOf(forwarded: string | undefined, proxies: number): string | null {
  env.trustProxy = proxies;
  const socket = Object.defineProperty(new Socket(), "remoteAddress", { value: "192.0.2.1" });
  return clientIp(Object.assign(new IncomingMessage(socket), { headers: { "x-forwarded-for": forwarded } }));
}

it.each([
  [undefined, 0, "192.0.2.1"],
  ["198.51.100.7", 0, "192.0.2.1"],
  ["198.51.100.7", 1, "198.51.100.7"],
  ["10.9.9.9, 198.51.100.7", 1, "198.51.100.7"],
  ["198.51.100.7, 10.0.0.1", 2, "198.51.100.7"],
  ["2001:db8::1", 1, "2001:db8::1"],
  // As some proxies write it, with another port for each connection.
  ["198.51.100.7:51234", 1, "198.51.100.7"],
  ["[2001:db8::1]:51234", 1, "2001:db8::1"],
  ["[2001:db8::1]", 1, "2001:db8::1"],
  // A name that is not an address counts for nobody.
  ["unknown", 1, "192.0.2.1"],
  ["_hidden", 1, "192.0.2.1"],
  ["a".repeat(8_000), 1, "192.0.2.1"],
  ["198.51.100.7:x", 1, "192.0.2.1"],
  ["", 1, "192.0.2.1"],
  [" , ,", 1, "192.0.2.1"],
  ["198.51.100.7, , ", 1, "198.51.100.7"],
  ["198.51.100.7,", 2, "198.51.100.7"],
])("of X-Forwarded-For %j with %i proxies the client is %s", (forwarded, proxies, ip) =>
  expect(ipOf(forwarded, proxies)).toBe(ip),
);

it.each([",", "1,", ", "])("reads who asks at no greater cost where thousands of %j stand before", (unit) => {
  const ask = (forwarded: string) => costOf(() => Array.from({ length: 100 }, () => ipOf(forwarded, 1))).cost;
  const long = `${unit.repeat(16_000 / unit.length)}198.51.100.7`;
  expect(ipOf(long, 1)).toBe("198.51.100.7");
  expect(ask(long)).toBeLessThan(3 * ask("198.51.100.7") + 5);
});

it("of what the framework asks this server for somebody, the client is whoever asked first", () => {
  const socket = Object.defineProperty(new Socket(), "remoteAddress", { value: "127.0.0.1" });
  const req = new IncomingMessage(socket);
  Object.assign(req, { headers: { [clientHeader]: "198.51.100.7", "x-broadsheet-own": "guessed" } });
  expect(clientIp(req)).toBe("127.0.0.1");
  markOwn(req);
  expect(clientIp(req)).toBe("198.51.100.7");
});

it.each([
  [50, true],
  [98, true],
  [99, false],
  [2_000, false],
])("after %i lines of the client's own, none is left out unsaid, and too many are noticed", async (count, isFew) => {
  const server = createServer(serverOptions, (req, res) =>
    res.end(JSON.stringify([req.headers["x-forwarded-for"], faultInHeaders(req) === null])),
  );
  setTimeouts(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  let text = "";
  socket.on("data", (chunk) => (text += String(chunk)));
  socket.end(`GET / HTTP/1.1\r\nHost: x\r\n${"a: b\r\n".repeat(count)}X-Forwarded-For: 198.51.100.7\r\n\r\n`);
  await new Promise((resolve) => socket.on("close", resolve));
  server.close();
  expect(
    JSON.parse(
      text
        .split("\r\n\r\n")
        .at(-1)
        ?.split("\r\n")
        .find((line) => line.startsWith("[")) ?? "null",
    ),
  ).toEqual(["198.51.100.7", isFew]);
});

it.each([
  ["makes no answer", 0],
  ["makes one that is not read", 64 * 1024 * 1024],
])("a connection ends on which nothing happens while the server %s", async (_, bytes) => {
  const server = createServer(
    serverOptions,
    endSilent((_req, res) => {
      if (bytes > 0) res.end(Buffer.alloc(bytes));
    }, 50),
  );
  setTimeouts(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const ended = new Promise((resolve) => server.on("connection", (socket) => socket.once("close", resolve)));
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  socket.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  expect(await ended).toBe(false);
  socket.destroy();
  server.close();
});

it("a connection whose answer was sent whole stays open as long as one at rest may, and has no timer while it asks", async () => {
  const timers: (number | undefined)[] = [];
  const server = createServer(
    serverOptions,
    endSilent((req, res) => {
      timers.push(req.socket.timeout);
      res.end(`answer ${timers.length};`);
    }, 50),
  );
  setTimeouts(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  let taken: Socket | undefined;
  server.on("connection", (socket) => (taken = socket));
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  let text = "";
  socket.on("data", (chunk) => (text += String(chunk)));
  for (const answer of ["answer 1;", "answer 2;"]) {
    socket.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
    await expect.poll(() => text).toContain(answer);
  }
  expect(timers[1]).toBe(0);
  await expect.poll(() => taken?.timeout).toBeGreaterThanOrEqual(server.keepAliveTimeout);
  socket.destroy();
  server.close();
});

/** Whether nothing is wrong with the headers of a request that is sent so. */
async function isSound(request: string): Promise<boolean> {
  const server = createServer(serverOptions, (req, res) => {
    req.resume();
    res.end(`sound: ${faultInHeaders(req) === null}`);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  let text = "";
  socket.on("data", (chunk) => (text += String(chunk)));
  socket.end(request);
  await new Promise((resolve) => socket.on("close", resolve));
  server.close();
  expect(text).toContain("sound: ");
  return text.endsWith("true");
}

it.each([
  ["Host: a\r\n", true],
  ["Host: a\r\nHost: b\r\n", false],
  ["Host: a\r\nX: y\r\nhOST: a\r\n", false],
  ["X: Host\r\n", false],
])("whether a request with %j names one host: %s", async (lines, isOne) => {
  expect(await isSound(`GET / HTTP/1.1\r\n${lines}\r\n`)).toBe(isOne);
});

it("a body comes in chunks with HTTP/1.1 only", async () => {
  const chunked = (version: string) =>
    `POST / HTTP/${version}\r\nHost: a\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`;
  expect(await isSound(chunked("1.1"))).toBe(true);
  expect(await isSound(chunked("1.0"))).toBe(false);
});

it("a host is one that an address may have", () => {
  for (const host of [undefined, "", "example.org", "example.org:8080", "[::1]:80", "EXAMPLE", "xn--fiqs8s"])
    expect([host, namesHost({ headers: { host } })]).toEqual([host, true]);
  for (const host of ["a b", "[", "x:99999", "example.org:x"])
    expect([host, namesHost({ headers: { host } })]).toEqual([host, false]);
  // Node 24 makes addresses of these, earlier ones do not.
  for (const host of ["xn--", "xn--.example.org"])
    expect([host, namesHost({ headers: { host } })]).toEqual([host, URL.canParse(`http://${host}`)]);
});

it("the framework gets names of browsers of usual length, since it takes quadratic time to look for programs among them", () => {
  const req = new IncomingMessage(new Socket());
  req.headers["user-agent"] = "x".repeat(15_000);
  expect(forFramework(req).headers["user-agent"]).toHaveLength(LONGEST_USER_AGENT);
  req.headers["user-agent"] = "Firefox";
  expect(forFramework(req).headers["user-agent"]).toBe("Firefox");
});

it("the framework gets this site's cookies only, since it takes quadratic time over their number", () => {
  const req = new IncomingMessage(new Socket());
  const foreign = Array.from({ length: 2_000 }, (_, i) => `a${i}=b`).join("; ");
  const own =
    "scheme=dark; __Host-next-auth.session-token=x=; next-auth.csrf-token=a%7Cb; factor=t; unlock=1; waiting=2; zone=z";
  req.headers.cookie = `${foreign}; ${own}; next-auth.session-token.1=x; __proto__=1; =2; x`;
  expect(forFramework(req).headers.cookie?.trim()).toBe(own);
  req.headers.cookie = foreign;
  expect(forFramework(req).headers.cookie).toBeUndefined();
});
