import type { Actor } from "./access";
import { port } from "./port";

/** Writes when it is the turn of whoever asks for it. */
type WritersTurn = <T>(actor: Actor, write: () => Promise<T>) => Promise<T>;

/** One transaction writes at a time, so that whoever asks for thousands would keep everybody else waiting who saves or signs in. */
export const writersTurn = port<WritersTurn>("whose turn it is to write", (_actor, write) => write());
