import { readdirSync } from "node:fs";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { attachments } from "../../../db/schema";
import { env } from "../../core/env";
import { incomingRoot } from "../../services/files/storage";
import { aForm, aToken, call } from "../../testing/api";
import { aJpeg } from "../../testing/pictures";
import { type S3Server, startS3 } from "../../testing/s3-server";
import { freshDatabase, stored } from "../../testing/setup";
import { copiedInTime, inPictureFolder } from "./icons";
import { originalOf } from "./remaking";

let s3: S3Server;

beforeAll(async () => {
  s3 = await startS3();
  env.s3 = s3.settings;
});
afterAll(async () => {
  env.s3 = undefined;
  await s3.close();
});
beforeEach(async () => {
  await freshDatabase();
  s3.failAlways(null);
});

it.each(["stalled", "silent"] as const)(
  "a picture to draw from whose store is %s is given up, and nothing of it is left",
  async (fault) => {
    const { token } = await aToken("ADMIN");
    const body = aForm("sea.jpg", await aJpeg({ width: 1000, height: 600 }));
    expect((await call("POST", "/admin/attachments", { token, body })).status).toBe(201);
    const [row] = await stored().select().from(attachments);
    if (!row) throw new Error("Nothing was uploaded.");
    const copying = (mostMs: number) =>
      inPictureFolder("icon-", (folder) => copiedInTime((signal) => originalOf(row, folder, signal), mostMs));
    expect(await copying(10_000)).toMatch(/original$/);
    s3.failAlways(fault);
    await expect(copying(300)).rejects.toMatchObject({ code: "unavailable" });
    expect(readdirSync(incomingRoot())).toEqual([]);
  },
);
