import type { Server } from "node:http";
import { StorageError } from "../../../db/open";
import { env } from "../../core/env";

/** Where to listen, and the prefix of the settings that say so. */
export type Place = { port: number; host: string; prefix?: string };

/**
 * Connections that may wait to be taken, as far as the system allows. Whoever comes to a full line tries again after one
 * second, then after three.
 */
const MOST_WAITING = 4_096;

/** What to do when the system refuses to listen; undefined for other errors. */
function advice(code: string | undefined, { port, host, prefix = "" }: Place): string | undefined {
  if (code === "EADDRINUSE")
    return `Port ${port} is in use by another program. Stop it, or set ${prefix}PORT to another number.`;
  if (code === "EACCES")
    return `This user may not use port ${port}. Set ${prefix}PORT to 1024 or more and put a reverse proxy in front, or give this user the right.`;
  if (code === "ENOTFOUND" || code === "EAI_AGAIN" || code === "EADDRNOTAVAIL")
    return `This machine has no address "${host}" to listen on. Set ${prefix}HOST to one that it has, such as 127.0.0.1 or 0.0.0.0.`;
  return undefined;
}

/** Listens as the settings say; throws a sentence for the owner where that is refused. */
export const listen = (server: Server, place: Place = env): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const sentence = advice(error.code, place);
      reject(sentence === undefined ? error : new StorageError(sentence));
    });
    server.listen({ port: place.port, host: place.host, backlog: MOST_WAITING }, resolve);
  });

/** The address of a listening server from this machine. */
export function addressHere(server: Server): string {
  const address = server.address();
  if (typeof address !== "object" || !address) throw new Error("The server does not listen on a port.");
  const everywhere = ["0.0.0.0", "::", "127.0.0.1", "::1"].includes(address.address);
  const host = address.family === "IPv6" ? `[${address.address}]` : address.address;
  return `http://${everywhere ? "localhost" : host}:${address.port}`;
}
