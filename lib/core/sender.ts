import { AsyncLocalStorage } from "node:async_hooks";
import { inAsyncContext } from "../patches/async-context";
import { AppError } from "./errors";
import { shared } from "./shared";

/** Whoever asked for something has left before it was begun. */
export class Left extends AppError {
  constructor() {
    super("unavailable", "Whoever asked for this has left.");
  }
}

type Sender = { hasLeft: () => boolean };

const senders = shared("sender", () => new AsyncLocalStorage<Sender>());

const stays = () => false;

/** Does what one sender alone waits for; `hasLeft`: whether the sender waits no more. */
export async function sentBy<T>(hasLeft: () => boolean, work: () => Promise<T>): Promise<T> {
  const sender = { hasLeft };
  try {
    return await inAsyncContext(() => senders.run(sender, work));
  } finally {
    // What it began, such as a loop in the background, goes on for others.
    sender.hasLeft = stays;
  }
}

/** Whether the sender of what is being done waits no more: never, where it is done for others or for the program itself. */
export function senderHasLeft(): () => boolean {
  const sender = senders.getStore();
  return sender ? () => sender.hasLeft() : stays;
}
