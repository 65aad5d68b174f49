import type { Result } from "../../lib/doors/result";

/** Asks somebody whose session ended to sign in; answers whether they did. */
type Ask = () => Promise<boolean>;

let ask: Ask | null = null;

/** Tells how to ask; returns what takes that back. */
export function onSessionEnded(how: Ask): () => void {
  ask = how;
  return () => {
    if (ask === how) ask = null;
  };
}

/** Sends something; where the session has ended, again as soon as somebody has signed in. Throws where nobody answers. */
export async function inSessionOrThrow<T extends Result<unknown> | null>(send: () => Promise<T>): Promise<T> {
  for (;;) {
    const answer = await send();
    const isEnded = answer !== null && !answer.ok && answer.error.code === "unauthenticated";
    if (!isEnded || !ask || !(await ask())) return answer;
  }
}

/** The same; null where nobody answers, such as without a connection. */
export const inSession = <T extends Result<unknown>>(send: () => Promise<T>): Promise<T | null> =>
  inSessionOrThrow(send).catch(() => null);
