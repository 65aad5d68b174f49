import { Readable } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, expect, it, vi } from "vitest";
import { storage } from "../../services/files/storage";
import { copiedInTime, inPictureFolder } from "./icons";
import { originalOf } from "./remaking";

afterEach(() => vi.restoreAllMocks());

/** A picture of a store that answers as this one does, and a byte now and then. */
function slowStore(beginMs: number) {
  const content = new Readable({
    read() {
      setTimeout(() => this.push("a"), 5);
    },
  });
  vi.spyOn(storage(), "size").mockResolvedValue(1_000_000);
  vi.spyOn(storage(), "read").mockImplementation(async () => {
    await pause(beginMs);
    return content;
  });
  return content;
}

it.each([
  ["a byte at a time", 0],
  ["long after it was asked for", 200],
])("a picture to draw from that comes %s is given up, and nothing of it is left", async (_how, beginMs) => {
  const content = slowStore(beginMs);
  const row = { folder: "2026/11/aaaaaaaaaaaaaaaa", version: "v1" };
  const copying = inPictureFolder("icon-", (folder) => copiedInTime((signal) => originalOf(row, folder, signal), 100));
  await expect(copying).rejects.toMatchObject({ code: "unavailable" });
  await expect.poll(() => content.destroyed).toBe(true);
});
