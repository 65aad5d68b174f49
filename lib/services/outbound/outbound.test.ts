import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { fetchOutside, isPublicAddress, type Outgoing, portOf } from "./outbound";

let servers: Server[] = [];
afterEach(async () => {
  for (const server of servers) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
  servers = [];
});

const serve = async (answer: RequestListener) => {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};
const anywhere = () => true;
const get = (url: string, given: Partial<Outgoing> = {}) =>
  fetchOutside(url, { method: "GET", timeMs: 5000, mostBytes: 1000, allows: anywhere, ...given });
const failure = (work: Promise<unknown>) =>
  work.then(
    () => "reached",
    (error: unknown) => (error instanceof Error ? error.message : ""),
  );
const REFUSED = "This address could not be reached.";

describe("a public address", () => {
  it.each([
    "0.0.0.0",
    "10.1.2.3",
    "100.64.0.1",
    "127.0.0.1",
    "127.255.255.255",
    "169.254.169.254",
    "172.16.0.1",
    "172.31.255.255",
    "192.0.0.1",
    "192.168.1.1",
    "198.18.0.1",
    "224.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::ffff:127.0.0.1",
    "::ffff:8.8.8.8",
    "::127.0.0.1",
    "64:ff9b::7f00:1",
    "64:ff9b:1::1",
    "100::1",
    "2001::1",
    "2001:db8::1",
    "2002:7f00:1::",
    "fc00::1",
    "fd12:3456::1",
    "fe80::1",
    "fe80::1%eth0",
    "fec0::1",
    "ff02::1",
    "",
    "localhost",
    "1.2.3",
    "0177.0.0.1",
    "8.8.8.8 ",
  ])("is not %j", (address) => expect(isPublicAddress(address)).toBe(false));

  it.each([
    "8.8.8.8",
    "1.1.1.1",
    "172.15.0.1",
    "172.32.0.1",
    "100.63.255.255",
    "192.167.1.1",
    "2606:4700::1111",
    "2a00:1450:4001::1",
  ])("is %s", (address) => expect(isPublicAddress(address)).toBe(true));

  it("is this machine's own only where everybody reaches it, since no firewall stands between", () => {
    const internal = false;
    const own = {
      eth0: [
        { address: "8.8.4.4", netmask: "", mac: "", cidr: null, internal, family: "IPv4" as const },
        { address: "2606:4700::64", netmask: "", mac: "", cidr: null, internal, scopeid: 0, family: "IPv6" as const },
      ],
    };
    for (const address of ["8.8.4.4", "2606:4700:0:0::0064"])
      expect([80, 443, 6379, 8080].map((port) => isPublicAddress(address, port, own))).toEqual([
        true,
        true,
        false,
        false,
      ]);
    expect(isPublicAddress("8.8.8.8", 6379, own)).toBe(true);
  });

  it.each([
    ["http://a.example", 80],
    ["https://a.example/", 443],
    ["https://a.example:80/", 80],
    ["http://a.example:6379/", 6379],
  ])("is asked for with the port of %s", (url, port) => expect(portOf(new URL(url))).toBe(port));
});

describe("fetching for a user", () => {
  it("answers what is there", async () => {
    const url = await serve((req, res) => res.writeHead(201, { "x-seen": `${req.method} ${req.url}` }).end("hello"));
    const { status, headers, body } = await get(`${url}/a?b`);
    expect([status, headers["x-seen"], String(body)]).toEqual([201, "GET /a?b", "hello"]);
  });

  it("never connects to an address that is not allowed, however it is written", async () => {
    let asked = 0;
    const url = await serve((_req, res) => void res.end(String((asked += 1))));
    const { port } = new URL(url);
    for (const host of [
      "127.0.0.1",
      "localhost",
      "127.1",
      "2130706433",
      "0x7f.1",
      "0177.0.0.1",
      "[::1]",
      "[::ffff:127.0.0.1]",
      "0",
    ])
      expect([host, await failure(get(`http://${host}:${port}/`, { allows: isPublicAddress }))]).toEqual([
        host,
        REFUSED,
      ]);
    expect(asked).toBe(0);
  });

  it("connects to the address it has checked: the name is looked up once", async () => {
    const checked: string[] = [];
    const url = await serve((_req, res) => void res.end("x"));
    const allows = (address: string) => checked.push(address) > 0 && address === "127.0.0.1";
    const named = url.replace("127.0.0.1", "localhost");
    const answered = await failure(get(named, { allows }));
    // Where localhost is also ::1, one forbidden address refuses the name.
    expect(answered).toBe(checked.some((address) => address !== "127.0.0.1") ? REFUSED : "reached");
    expect(new Set(checked).size).toBe(checked.length);
  });

  it("follows three redirects and checks each", async () => {
    const url: string = await serve((req, res) => {
      const left = Number(req.url?.slice(1));
      if (left > 0) return void res.writeHead(302, { location: `/${left - 1}` }).end();
      res.end("there");
    });
    expect(String((await get(`${url}/3`)).body)).toBe("there");
    expect(await failure(get(`${url}/4`))).toBe(REFUSED);
    const inside = await serve((_req, res) => res.end("inside"));
    const out = await serve((_req, res) => res.writeHead(307, { location: inside }).end());
    let checks = 0;
    expect(await failure(get(out, { allows: () => (checks += 1) === 1 }))).toBe(REFUSED);
    expect(checks).toBe(2);
  });

  it("sends a body again only where the redirect keeps the method", async () => {
    const seen: string[] = [];
    const url = await serve((req, res) => {
      let body = "";
      req.on("data", (chunk) => (body += String(chunk)));
      req.on("end", () => {
        seen.push(`${req.method} ${req.url} ${body}`);
        if (req.url === "/303") return void res.writeHead(303, { location: "/end" }).end();
        if (req.url === "/308") return void res.writeHead(308, { location: "/end" }).end();
        res.end();
      });
    });
    for (const path of ["/303", "/308"]) await get(url + path, { method: "POST", body: "b" });
    expect(seen).toEqual(["POST /303 b", "GET /end ", "POST /308 b", "POST /end b"]);
  });

  it("gives up on a host that answers in crumbs, or that never comes to its answer", async () => {
    const hostile = async (piece: string, head: string) =>
      serve((_req, res) => {
        const { socket } = res;
        socket?.write(head);
        const more = () => {
          if (socket?.destroyed === false) socket.write(piece.repeat(1_000), more);
        };
        more();
      });
    const crumbs = await hostile("1\r\na\r\n", "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n");
    const hints = await hostile("HTTP/1.1 103 Early Hints\r\n\r\n", "");
    // Neither bytes nor time run out within the test.
    for (const url of [crumbs, hints])
      expect(await failure(get(url, { mostBytes: 1_000_000_000, timeMs: 600_000 }))).toBe(REFUSED);
  });

  it("gives up on what is too long, too slow, or of another kind, with one text", async () => {
    const long = await serve((_req, res) => res.end("x".repeat(1001)));
    const slow = await serve(() => undefined);
    const drip = await serve((_req, res) => void res.writeHead(200).write("x"));
    expect(await failure(get(long))).toBe(REFUSED);
    for (const url of [slow, drip]) expect(await failure(get(url, { timeMs: 200 }))).toBe(REFUSED);
    for (const url of [
      "ftp://example.org/",
      "file:///etc/passwd",
      "gopher://x/",
      "http://user:secret@example.org/",
      "nonsense",
      "http://no-such-host.invalid/",
      "http://127.0.0.1:1/",
    ])
      expect([url, await failure(get(url))]).toEqual([url, REFUSED]);
  });
});
