import type { IncomingMessage } from "node:http";
import { networksOf } from "../services/limits/networks";
import { Rate } from "../services/limits/rate";
import { Turns } from "../core/turns";
import { inAsyncContext } from "../patches/async-context";
import { clientIp } from "./limits";
import { Left } from "./page-cache";
import { isStranger } from "./received";

/** Answers made at the same time, and those that wait: one core makes them, and while one waits for the database, another is made. */
const turns = new Turns({ atOnce: 4, mostWaiting: 500, retryAfter: 5 });
/** Forms and actions of one network's strangers, a minute. */
const forms = new Rate("forms", 120);
/** Requests that failed before anything of ours ran, and whose lines go into the log, a minute. */
const lines = new Rate("lines", 10);

/** Makes an answer when it is the turn of whoever asks, and is still there. The widest network counts: whoever has a /48 has one turn. */
export const inTurn = <T>(req: IncomingMessage, make: () => Promise<T>): Promise<T> =>
  turns.take(networksOf(clientIp(req)).at(-1)?.name ?? "", async () => {
    if (req.socket.destroyed || !req.socket.writable) throw new Left();
    return inAsyncContext(make);
  });

/** Refuses forms and actions of strangers that come too often; whoever is signed in sends as many as they like. */
export async function takeForm(req: IncomingMessage): Promise<void> {
  if (await isStranger(req)) forms.takeNetwork(clientIp(req));
}

/** Whether the log has room for what anybody can make the framework write. */
export const hasRoomInLog = (): boolean => lines.waitFor("") === null;
