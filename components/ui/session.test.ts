import { expect, it } from "vitest";
import type { Result } from "../../lib/doors/result";
import { inSession, onSessionEnded } from "./session";

const ended: Result<string> = { ok: false, error: { code: "unauthenticated", message: "", fields: {} } };
const done: Result<string> = { ok: true, data: "done" };

it("what a session's end refused is sent again after the sign-in, and not where nobody signs in", async () => {
  let sent = 0;
  const send = (answers: Result<string>[]) => () => Promise.resolve(answers[sent++] ?? done);
  expect(await inSession(send([ended]))).toBe(ended);
  sent = 0;
  const takeBack = onSessionEnded(() => Promise.resolve(true));
  expect(await inSession(send([ended, ended, done]))).toBe(done);
  expect(sent).toBe(3);
  takeBack();
  sent = 0;
  onSessionEnded(() => Promise.resolve(false))();
  const refuse = onSessionEnded(() => Promise.resolve(false));
  expect(await inSession(send([ended, done]))).toBe(ended);
  refuse();
  sent = 0;
  const other: Result<string> = { ok: false, error: { code: "conflict", message: "", fields: {} } };
  expect(await inSession(send([other]))).toBe(other);
});
