import { readFileSync } from "node:fs";
import { aJpeg } from "../lib/testing/pictures";
import { enter } from "./rig/desk";
import { leniency } from "./rig/leniency";
import { owner, serveSite } from "./rig/site";
import { expect, test } from "./rig/test";

// A file of its own: the bound is of a server that has done nothing else.
const server = serveSite();

/** Megabytes that the server may have held at any time. */
const MOST_MB = 300;

test("a hundred files of 2 MB dropped at once all arrive, and the server stays small", async ({ open }) => {
  const page = await open();
  await enter(page, server, "/admin/media");
  const jpeg = (await aJpeg({ width: 1600, height: 1200 })).toString("base64");
  const dataTransfer = await page.evaluateHandle((base64) => {
    const picture = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const data = new DataTransfer();
    // What stands behind the end of a picture is no part of it; each file is another one.
    for (let n = 0; n < 100; n += 1)
      data.items.add(new File([picture, new Uint8Array(2_000_000 - picture.length).fill(n)], `crowd ${n}.jpg`));
    return data;
  }, jpeg);
  await page.locator("main").dispatchEvent("drop", { dataTransfer });
  await expect(page.getByRole("region", { name: "Uploads" }).getByRole("status")).toContainText("100 files uploaded", {
    timeout: 300_000 * leniency,
  });
  expect(await owner(server).get<unknown[]>("/admin/attachments?size=100")).toHaveLength(100);
  const most = Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${server.pid}/status`, "utf8"))?.[1]) / 1024;
  test.info().annotations.push({ type: "server memory, MB", description: `at most ${most.toFixed(0)}` });
  expect(most).toBeGreaterThan(50);
  expect(most).toBeLessThan(MOST_MB);
});
