import type { IncomingMessage, RequestListener, Server } from "node:http";
import type { Socket } from "node:net";
import { resetNow } from "../../patches/reset-connections";
import { endUnparsed, isAsking } from "../../patches/stopped-parsing";
import { widestNetworkOf } from "../../services/limits/networks";
import { forwardedIp } from "./limits";

/**
 * Requests that may wait on one connection for earlier answers, and the characters of their heads and bytes of their
 * bodies, which stay in memory. Browsers send none ahead, and thousands of connections that do keep everybody waiting.
 */
const [MOST_AHEAD, LONGEST_AHEAD] = [3, 4 * 1024];
/** A line of a head counts as so many characters beside its own, since each is made into objects however short it is. */
const LINE = 100;
/** The most connections: each costs some 20 KB, and 128 KB while it receives a file. */
const MOST_CONNECTIONS = 2_000;
/**
 * Milliseconds for which work is left for later while a connection arrives in each turn of the event loop: as long as some
 * two thousand take.
 */
const MOST_MS = 100;
/** As how many milliseconds a turn of the event loop counts at the most in which connections are taken and nothing begins. */
const SHORT_TURN_MS = 1;

let arrived = 0;
const arrivedSoFar = () => arrived;

/** Counts a connection that the system has given. */
export function noteArrival(): void {
  arrived += 1;
}

/**
 * Whether others are connecting. The system gives one connection in each turn of the event loop, so that a newcomer waits
 * for as many turns as there are others before, and for what is done in each of them.
 */
export class Newcomers {
  #before = 0;
  /** Since when work was left for later; null where it was not. */
  #since: number | null = null;

  /** `arrived` counts the connections that have arrived so far. */
  constructor(private readonly arrived: () => number = arrivedSoFar) {}

  /** Whether one has come since this turn began. */
  get isComing(): boolean {
    return this.arrived() !== this.#before;
  }

  /** Asked once at the begin of each turn: whether work is to be left for a later one. */
  goFirst(): boolean {
    // Most turns bring nobody, and need no time of day.
    const since = this.isComing ? (this.#since ?? performance.now()) : null;
    const isComing = since !== null && performance.now() - since < MOST_MS;
    this.#since = isComing ? since : null;
    this.#before = this.arrived();
    return isComing;
  }
}

/** Does work in the event loop's next turn, or in a later one while others are connecting. */
export class NextTurn {
  #isPlanned = false;

  constructor(
    private readonly work: () => void,
    private readonly newcomers: Newcomers,
  ) {}

  plan(): void {
    if (this.#isPlanned) return;
    this.#isPlanned = true;
    setImmediate(() => {
      this.#isPlanned = false;
      if (this.newcomers.goFirst()) this.plan();
      else this.work();
    });
  }
}

/**
 * Takes the connections that wait. The system gives one in each turn of the event loop, and a turn in which answers are
 * made is long, so that whoever connects would wait for as many answers as others have connections. What is being made
 * meanwhile has its end, so that a long turn counts as a short one: by the clock, two of them would leave no time for any
 * connection, and answers of several kinds would go on to begin, each in turns that the others make long.
 */
export async function takeWaiting(): Promise<void> {
  let before: number;
  let left = MOST_MS;
  // The present turn may have looked for connections already.
  await new Promise(setImmediate);
  do {
    before = arrived;
    const since = performance.now();
    await new Promise(setImmediate);
    left -= Math.min(SHORT_TURN_MS, performance.now() - since);
  } while (arrived > before && left > 0);
}

/** Answers the requests of one connection in sequence, however many were sent ahead. */
export function oneAfterAnother(answer: RequestListener): RequestListener {
  const ahead = new WeakMap<Socket, { requests: number; length: number }>();
  const bodyOf = ({ headers }: IncomingMessage) =>
    headers["transfer-encoding"] === undefined ? Number(headers["content-length"] ?? 0) : Infinity;
  const lengthOf = (req: IncomingMessage) =>
    req.rawHeaders.reduce((sum, part) => sum + part.length + LINE / 2, (req.url ?? "").length + bodyOf(req));
  return (req, res) => {
    // The connection belongs to the first answer that is not sent yet.
    if (res.socket !== null) return answer(req, res);
    const { socket } = req;
    const waiting = ahead.get(socket) ?? { requests: 0, length: 0 };
    ahead.set(socket, waiting);
    const length = lengthOf(req);
    waiting.requests += 1;
    waiting.length += length;
    if (waiting.requests > MOST_AHEAD || waiting.length > LONGEST_AHEAD) return endUnparsed(socket);
    res.once("socket", () => {
      waiting.requests -= 1;
      waiting.length -= length;
      // Other work runs in between.
      setImmediate(answer, req, res);
    });
  };
}

/** Connections of one network beyond which it loses some before others do; browsers open six. */
const MOST_OF_NETWORK = 64;
/** Milliseconds after its last request, or its begin, from which on nothing happens on a connection that asks for nothing. */
const AT_REST_MS = 500;

/** The part of that time by which a connection may have asked later than is noted: noting each request would cost more. */
const NOTED_LATE = 1 / 10;

/** Of one that is open: whose it is, and when it was noted that it asks, or when it began. */
type Open = { network: string; since: number };

/**
 * Bounds the number of connections. At the limit, one of the network with the most ends where these are many; otherwise the
 * one on which nothing has happened for longest, since whoever attacks from many networks has few in each, and they do
 * nothing; and where something happens on all, one of the network with the most again. Whoever waits for an answer comes
 * last: 6,000 new ones a second that asked for nothing had sign-ins reset after a third of a second.
 */
export function boundConnections(
  server: Server,
  most = MOST_CONNECTIONS,
  mostOfNetwork = MOST_OF_NETWORK,
  atRestMs = AT_REST_MS,
): void {
  /** Those that asked last at the end. */
  const open = new Map<Socket, Open>();
  const counts = new Map<string, number>();
  const leave = (socket: Socket) => {
    const name = open.get(socket)?.network;
    if (name === undefined) return;
    open.delete(socket);
    const count = (counts.get(name) ?? 1) - 1;
    if (count > 0) counts.set(name, count);
    else counts.delete(name);
  };
  const enter = (socket: Socket, network: string) => {
    open.set(socket, { network, since: performance.now() });
    counts.set(network, (counts.get(network) ?? 0) + 1);
  };
  /** One of the network with the most, where it has more than so many: the first that waits for nothing, or the first. */
  const ofCrowd = (least: number): Socket | undefined => {
    let crowd: [string, number] | undefined;
    for (const each of counts) if (each[1] > (crowd?.[1] ?? least)) crowd = each;
    let first: Socket | undefined;
    if (crowd)
      for (const [socket, { network }] of open) {
        if (network !== crowd[0]) continue;
        if (!isAsking(socket)) return socket;
        first ??= socket;
      }
    return first;
  };
  const atRest = (): Socket | undefined => {
    const latest = performance.now() - atRestMs;
    for (const [socket, { since }] of open) {
      if (since > latest) return undefined;
      if (!isAsking(socket)) return socket;
    }
    return undefined;
  };
  server.on("connection", (socket: Socket) => {
    enter(socket, widestNetworkOf(socket.remoteAddress ?? null));
    socket.once("close", () => leave(socket));
    if (open.size <= most) return;
    const last = ofCrowd(mostOfNetwork) ?? atRest() ?? ofCrowd(0);
    if (!last) return;
    leave(last);
    resetNow(last);
  });
  server.on("request", (req: IncomingMessage) => {
    const { socket } = req;
    const one = open.get(socket);
    if (one === undefined) return;
    // Connections of a proxy are of those for whom it asks, one after the other.
    const ip = forwardedIp(req);
    const asking = ip === null ? one.network : widestNetworkOf(ip);
    if (asking !== one.network) {
      leave(socket);
      return enter(socket, asking);
    }
    const now = performance.now();
    if (now - one.since < atRestMs * NOTED_LATE) return;
    one.since = now;
    open.delete(socket);
    open.set(socket, one);
  });
}

const heldBack = new WeakSet<IncomingMessage>();

/** Whether a sender still waits to be told to send its body. */
export const isHeldBack = (req: IncomingMessage): boolean => heldBack.has(req);

/**
 * Answers `Expect: 100-continue` when the body is first read, so that a refused one is never sent. Whoever expects anything
 * else is answered like others: Node would refuse such requests before anybody has counted how many were sent ahead.
 */
export function continueWhenRead(server: Server, answer: RequestListener): void {
  server.on("checkContinue", (req: IncomingMessage, res: Parameters<RequestListener>[1]) => {
    heldBack.add(req);
    // Whoever reads a stream listens for one of these first.
    req.on("newListener", (event) => {
      if ((event === "data" || event === "readable") && heldBack.delete(req) && !res.headersSent) res.writeContinue();
    });
    answer(req, res);
  });
  server.on("checkExpectation", answer);
}
