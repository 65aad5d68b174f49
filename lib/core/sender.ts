import { AsyncLocalStorage } from "node:async_hooks";
import { withStore } from "../patches/async-context";
import { AppError } from "./errors";
import { shared } from "./shared";

/** Whoever asked for something has left before it was begun. */
export class Left extends AppError {
  constructor() {
    super("unavailable", "Whoever asked for this has left.");
  }
}

/** Whoever wants work done: somebody who is known here, by any name, or a network of strangers. */
export type Asker = { known: string } | { stranger: string };

type Sender = { hasLeft: () => boolean; asker: Asker | null };

const senders = shared("sender", () => new AsyncLocalStorage<Sender>());

const stays = () => false;

/** Does what one sender alone waits for; `hasLeft`: whether the sender waits no more; `asker`: who that is. */
export async function sentBy<T>(
  hasLeft: () => boolean,
  work: () => Promise<T>,
  asker: Asker | null = null,
): Promise<T> {
  const sender = { hasLeft, asker };
  try {
    return await withStore(senders, sender, work);
  } finally {
    // What it began, such as a loop in the background, goes on for others.
    sender.hasLeft = stays;
    sender.asker = null;
  }
}

/** Whether the sender of what is being done waits no more: never, where it is done for others or for the program itself. */
export function senderHasLeft(): () => boolean {
  const sender = senders.getStore();
  return sender ? () => sender.hasLeft() : stays;
}

/** Who sent what is being done; null where it is done for the program itself. */
export const senderAsks = (): Asker | null => senders.getStore()?.asker ?? null;

/** Notes by which name the sender of what is being done is known. */
export function knowSender(known: string): void {
  const sender = senders.getStore();
  if (sender?.asker) sender.asker = { known };
}
