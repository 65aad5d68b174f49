import { expect, it } from "vitest";
import { programFiles } from "../../lib/testing/sources";
import type { Result } from "../../lib/doors/result";
import { inSession, inSessionOrThrow, onSessionEnded } from "./session";

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

it("says where nobody answered, after the sign-in too", async () => {
  const lost = () => Promise.reject<Result<string>>(new TypeError("Failed to fetch"));
  expect(await inSession(lost)).toBeNull();
  await expect(inSessionOrThrow(lost)).rejects.toThrow("Failed to fetch");
  const takeBack = onSessionEnded(() => Promise.resolve(true));
  let sent = 0;
  expect(await inSession(() => (sent++ === 0 ? Promise.resolve(ended) : lost()))).toBeNull();
  takeBack();
});

it("no page is loaded anew without asking whether it can be, for without an answer it would be left", () => {
  const files = programFiles().filter(({ path }) => /^(components|app)\//.test(path));
  expect(files.filter(({ code }) => /\.refresh\(/.test(code)).map(({ path }) => path)).toEqual([
    "components/ui/use-fresh-page.ts",
  ]);
});

it("nothing leaves a page without asking for a connection, for without one the framework would leave it for the browser's words", () => {
  const files = programFiles().filter(({ path }) => /^(components|app\/admin)\//.test(path));
  expect(files.filter(({ code }) => /from "next\/link"|\buseRouter\b/.test(code)).map(({ path }) => path)).toEqual([
    "components/admin/rail-links.tsx", // how a pressed link shows, not a link
    "components/ui/link.tsx",
    "components/ui/use-dashboard-router.ts",
    "components/ui/use-fresh-page.ts",
  ]);
});
