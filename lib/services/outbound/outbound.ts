import { request as plainRequest } from "node:http";
import { request as secureRequest } from "node:https";
import { BlockList, isIP } from "node:net";
import { networkInterfaces } from "node:os";
import { BodyPieces } from "../../core/body-pieces";
import { addressesOf, type Found } from "./names";

/**
 * Whether the program may connect to this address. A parameter of every fetch, so that tests can reach their own
 * servers.
 */
export type AddressCheck = (address: string, port: number) => boolean;

const closed = new BlockList();
const subnets: [network: string, prefix: number][] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
  // Tunnels and translations among the global addresses (Teredo, 6to4), documentation.
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
];
for (const [network, prefix] of subnets) closed.addSubnet(network, prefix, network.includes(":") ? "ipv6" : "ipv4");
const globalUnicast = new BlockList();
globalUnicast.addSubnet("2000::", 3, "ipv6");

/** Ports at which everybody reaches this machine's public addresses, too. */
const WEB_PORTS = [80, 443];

type Interfaces = ReturnType<typeof networkInterfaces>;

/** Whether this machine has an address; what it asks there passes no firewall. */
function isOwn(address: string, family: "ipv4" | "ipv6", interfaces: Interfaces): boolean {
  const own = new BlockList();
  for (const each of Object.values(interfaces).flatMap((all) => all ?? []))
    own.addAddress(each.address.split("%", 1)[0] ?? "", each.family === "IPv6" ? "ipv6" : "ipv4");
  return own.check(address, family);
}

/**
 * Whether an address is on the public internet: not this machine, not its network, not another form of these (mapped,
 * NAT64, tunnels). Of this machine's own public addresses only the sites are.
 */
export function isPublicAddress(address: string, port = 0, interfaces = networkInterfaces()): boolean {
  const family = isIP(address);
  if (family === 0) return false;
  const kind = family === 4 ? "ipv4" : "ipv6";
  if (closed.check(address, kind) || (family === 6 && !globalUnicast.check(address, kind))) return false;
  return WEB_PORTS.includes(port) || !isOwn(address, kind, interfaces);
}

/** The IP address in a URL, if it has one instead of a name. */
export const literalAddress = (url: URL): string | null => {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  return isIP(host) ? host : null;
};

/** The port that a URL leads to. */
export const portOf = ({ port, protocol }: URL): number => Number(port) || (protocol === "https:" ? 443 : 80);

export type Outgoing = {
  method: "GET" | "POST";
  headers?: Record<string, string>;
  body?: string;
  /** Milliseconds for the whole fetch, redirects included. */
  timeMs: number;
  /** The most bytes of an answer; longer ones are refused. */
  mostBytes: number;
  /** Answers when the head has come, with an empty body. */
  headOnly?: boolean;
  allows: AddressCheck;
  /** Whether it may go there at all; asked before each redirect is followed as well. */
  permits?: (url: URL) => boolean;
  /** Ends the fetch before its time. */
  signal?: AbortSignal;
};
export type Incoming = {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
  url: string;
};

const MOST_REDIRECTS = 3;
/** Heads that may come before the answer's own. */
const MOST_EARLY = 8;

/** One text for every reason, so that it reveals nothing about the owner's network. */
export class Unreachable extends Error {
  constructor(cause?: unknown) {
    super("This address could not be reached.", { cause });
  }
}

/** Resolves a name once to the address to connect to; refused if any of its addresses is forbidden. */
async function addressFor(url: URL, allows: AddressCheck, signal: AbortSignal): Promise<Found> {
  if ((url.protocol !== "https:" && url.protocol !== "http:") || url.username !== "" || url.password !== "")
    throw new Unreachable();
  const literal = literalAddress(url);
  const found =
    literal === null ? await addressesOf(url.hostname, signal) : [{ address: literal, family: isIP(literal) }];
  const [first] = found;
  if (!first || !found.every(({ address }) => allows(address, portOf(url)))) throw new Unreachable();
  return first;
}

async function once(
  url: URL,
  { method, headers, body, mostBytes, headOnly, allows }: Outgoing,
  signal: AbortSignal,
): Promise<Incoming> {
  const target = await addressFor(url, allows, signal);
  const send = url.protocol === "https:" ? secureRequest : plainRequest;
  return new Promise((resolve, reject) => {
    const sent = send(
      url,
      {
        method,
        signal,
        // No keep-alive: each connection goes to the address that was checked for it.
        agent: false,
        lookup: (_host, options, done) =>
          options.all ? done(null, [target]) : done(null, target.address, target.family),
        headers: {
          "accept-encoding": "identity",
          ...headers,
          ...(body !== undefined && { "content-length": String(Buffer.byteLength(body)) }),
        },
      },
      (answer) => {
        const incoming = (bytes: Buffer) => ({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          body: bytes,
          url: url.href,
        });
        if (headOnly) {
          resolve(incoming(Buffer.alloc(0)));
          return void sent.destroy();
        }
        const pieces = new BodyPieces();
        answer.on("data", (chunk: Buffer) => {
          pieces.add(chunk);
          if (pieces.bytes <= mostBytes && !pieces.areCrumbs) return;
          reject(new Unreachable());
          sent.destroy();
        });
        answer.on("end", () => resolve(incoming(pieces.whole())));
        answer.on("error", reject);
      },
    );
    // Such as 103 with early hints; a hostile host sends them without end.
    let early = 0;
    sent.on("information", () => {
      if ((early += 1) > MOST_EARLY) sent.destroy(new Unreachable());
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

function withoutBody({ body: _, ...outgoing }: Outgoing): Outgoing {
  return { ...outgoing, method: "GET" };
}

/** Fetches an address that somebody gave; throws `Unreachable` for any failure. */
export async function fetchOutside(address: string, outgoing: Outgoing): Promise<Incoming> {
  const inTime = AbortSignal.timeout(outgoing.timeMs);
  const signal = outgoing.signal ? AbortSignal.any([inTime, outgoing.signal]) : inTime;
  // A running name lookup cannot be aborted, only abandoned.
  const late = new Promise<never>((_resolve, reject) =>
    signal.addEventListener("abort", () => reject(new Unreachable(signal.reason))),
  );
  late.catch(() => undefined);
  let next = { url: address, outgoing };
  try {
    for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects += 1) {
      const url = new URL(next.url);
      if (outgoing.permits?.(url) === false) throw new Unreachable();
      const answer = await Promise.race([once(url, next.outgoing, signal), late]);
      const location = answer.headers.location;
      if (![301, 302, 303, 307, 308].includes(answer.status) || typeof location !== "string") return answer;
      const keepsMethod = answer.status >= 307;
      next = { url: new URL(location, url).href, outgoing: keepsMethod ? outgoing : withoutBody(outgoing) };
    }
  } catch (error) {
    throw error instanceof Unreachable ? error : new Unreachable(error);
  }
  throw new Unreachable();
}
