/**
 * A hook into nodemailer: ends a connection to a mail server that says more than 32 KB in all.
 *
 * Reason: it bounds the length of an answer, and keeps empty lines in a queue of any length, of which it takes one in
 * each turn, also after the connection has ended.
 * Gain: 3 MB of empty lines held the server's thread for as long as one looked; now they cost nothing. A mail is talked
 * about in some 2 KB.
 * Contract: what is received comes through `_onData`, and `_onResponseTooLarge` forgets it and fails the mail.
 * Where these are missing, nothing is replaced.
 */
import SMTPConnection from "nodemailer/lib/smtp-connection";

/** Bytes that a server may say on one connection. */
const MOST_SAID = 32 * 1024;

type Receiving = { _onData: (chunk: Buffer) => void; _onResponseTooLarge: () => void };

const bounded = new WeakSet<object>();

/** From now on what mail servers say is bounded; returns whether it is. */
export function boundMailAnswers(): boolean {
  const prototype = SMTPConnection.prototype as unknown as Partial<Receiving>;
  if (bounded.has(prototype)) return true;
  const receive = prototype._onData;
  if (typeof receive !== "function" || typeof prototype._onResponseTooLarge !== "function") return false;
  const said = new WeakMap<Receiving, number>();
  prototype._onData = function (this: Receiving, chunk) {
    const bytes = (said.get(this) ?? 0) + chunk.byteLength;
    said.set(this, bytes);
    if (bytes > MOST_SAID) this._onResponseTooLarge();
    else receive.call(this, chunk);
  };
  bounded.add(prototype);
  return true;
}
