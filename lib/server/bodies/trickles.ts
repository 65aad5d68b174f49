import type { IncomingMessage, Server } from "node:http";
import type { Socket } from "node:net";
import { readOn, stopReading, watchReads } from "../../patches/watched-reads";
import { widestNetworkOf } from "../../services/limits/networks";
import { hasBody } from "./boundary";
import { FewAtATime } from "../connections/few-at-a-time";
import { forwardedIp } from "../connections/limits";

/** Bytes from which on a read costs little beside them. */
const USUAL_READ = 4 * 1024;
/**
 * The most shorter reads that bring no request, of all connections, and the milliseconds after which there may be as many
 * again.
 */
const [AT_ONCE, AGAIN_MS] = [20, 10];

/** What a connection has sent: whether a request since its last read, and the one whose body is on its way. */
type Sender = { hasAsked: boolean; receiving: IncomingMessage | null };

/** All that a server tells of a request, of which one comes. */
const ASKED = ["request", "checkContinue", "checkExpectation"] as const;

/**
 * Reads connections that send very little at a time less often, in turns between networks, so that more has come by then.
 */
export function paceTrickles(server: Server): void {
  const pace = new FewAtATime(AT_ONCE, AGAIN_MS);
  const senders = new WeakMap<Socket, Sender>();
  server.on("connection", (socket: Socket) => {
    const sender: Sender = { hasAsked: false, receiving: null };
    senders.set(socket, sender);
    watchReads(socket, (bytes) => {
      const { hasAsked, receiving } = sender;
      sender.hasAsked = false;
      // A proxy may ask for somebody else once a body has come to its end.
      if (receiving?.complete) sender.receiving = null;
      const isOver = hasAsked || receiving?.complete;
      if (isOver || bytes >= USUAL_READ || socket.destroyed || pace.takes()) return;
      const ip = receiving && forwardedIp(receiving);
      if (stopReading(socket))
        pace.wait(socket, widestNetworkOf(ip ?? socket.remoteAddress ?? null), () => readOn(socket));
    });
  });
  const begun = (req: IncomingMessage) => {
    const sender = senders.get(req.socket);
    if (!sender) return;
    sender.hasAsked = true;
    sender.receiving = hasBody(req) ? req : null;
  };
  for (const event of ASKED) server.on(event, begun);
}
