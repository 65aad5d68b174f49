import { existsSync, readdirSync } from "node:fs";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { incomingRoot } from "../services/files/storage";
import { refusal } from "../testing/factories";
import { freshDatabase } from "../testing/setup";
import { receiveUpload } from "./multipart";

beforeEach(freshDatabase);
afterEach(() => vi.useRealTimers());

const form = (head: string, bytes: number) =>
  new Request("http://localhost/", {
    method: "POST",
    headers: { "content-type": "multipart/form-data; boundary=b" },
    body: `--b\r\n${head}\r\n\r\n${"x".repeat(bytes)}\r\n--b--\r\n`,
  });

it("a form in which the parser reads no further is refused, and leaves nothing", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const received = refusal(receiveUpload(form("Content-Type: text/plain", 1_000_000)));
  await expect.poll(() => existsSync(incomingRoot()) && readdirSync(incomingRoot()).length).toBe(1);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await received).toMatchObject({ code: "malformed", extra: { reason: "upload_cut_off" } });
  expect(readdirSync(incomingRoot())).toEqual([]);
});
