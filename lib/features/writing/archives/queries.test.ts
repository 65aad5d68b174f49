import { beforeEach, describe, expect, it } from "vitest";
import { system, visitor } from "../../../testing/actors";
import { aPost, inHours } from "../../../testing/factories";
import { freshDatabase } from "../../../testing/setup";
import { listArchives } from "./queries";

beforeEach(async () => void (await freshDatabase()));

describe("the archives", () => {
  it("count what anyone may find by year and month in UTC, the newest first", async () => {
    for (const createTime of [
      "2024-12-31T23:59:59.999Z",
      "2025-01-01T00:00:00Z",
      "2025-01-01T00:00:00+02:00",
      "2025-03-31T22:30:00Z",
      "1024-02-29T12:00:00Z",
      "1969-12-31T23:59:59.500Z",
    ])
      await aPost(system, { createTime });
    await aPost(system, { createTime: "2025-03-01T00:00:00Z", password: "listed all the same" });
    for (const hidden of [
      { status: "DRAFT" },
      { status: "INTIMATE" },
      { status: "INTIMATE", password: "x" },
      { status: "RECYCLE" },
    ] as const)
      await aPost(system, { createTime: "2025-03-01T00:00:00Z", ...hidden });
    await aPost(system, { createTime: inHours(1) });
    expect(await listArchives(visitor, {})).toEqual([
      {
        year: 2025,
        postCount: 3,
        months: [
          { month: 3, postCount: 2 },
          { month: 1, postCount: 1 },
        ],
      },
      { year: 2024, postCount: 2, months: [{ month: 12, postCount: 2 }] },
      { year: 1969, postCount: 1, months: [{ month: 12, postCount: 1 }] },
      { year: 1024, postCount: 1, months: [{ month: 2, postCount: 1 }] },
    ]);
  });

  it("are empty where nothing is", async () => expect(await listArchives(visitor, {})).toEqual([]));
});
