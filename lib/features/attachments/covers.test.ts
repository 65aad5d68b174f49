import { beforeEach, describe, expect, it } from "vitest";
import { attachments } from "../../../db/schema";
import { visitor } from "../../core/access";
import { engine } from "../../core/operation";
import { freshDatabase } from "../../testing/setup";
import { listCovers } from "./covers";

type Row = typeof attachments.$inferInsert;
const now = new Date();

/** An attachment as an upload of this size makes it. */
async function aPicture(
  folder: string,
  {
    width,
    height = 900,
    mediaType = "image/jpeg",
    moves = false,
  }: { width: number; height?: number; mediaType?: string; moves?: boolean },
): Promise<string> {
  const variants =
    moves || mediaType === "image/svg+xml"
      ? []
      : [480, 960, 1600]
          .filter((each) => each < width)
          .map((each) => ({ width: each, height: Math.round((height * each) / width), size: each * 50 }));
  const row: Row = {
    name: folder,
    folder: `2026/11/${folder.padEnd(16, "0")}`,
    fileName: "picture.jpg",
    version: "v1",
    mediaType,
    suffix: "jpg",
    size: 12_600_000,
    digest: folder,
    width,
    height,
    variants,
    createTime: now,
    updateTime: now,
  };
  await engine().transaction(
    (db) => db.insert(attachments).values(row),
    () => null,
  );
  return `/uploads/${row.folder}/${row.fileName}`;
}

const coverOf = async (address: string) => (await listCovers(visitor, { addresses: [address] }))[0];
const widthsOf = (srcSet: string) => [...srcSet.matchAll(/ (\d+)w/g)].map(([, width]) => Number(width));

beforeEach(() => freshDatabase());

describe("a cover", () => {
  it.each([
    [{ width: 5000 }, [480, 960, 1600], /960\.webp\?v=v1$/, 1600],
    [{ width: 1601 }, [480, 960, 1600], /960\.webp\?v=v1$/, 1600],
    [{ width: 1200 }, [480, 960, 1200], /960\.webp\?v=v1$/, 960],
    [{ width: 1200, mediaType: "image/png" }, [480, 960], /960\.webp\?v=v1$/, 960],
    [{ width: 600 }, [480, 600], /480\.webp\?v=v1$/, 480],
    [{ width: 300 }, [], /picture\.jpg\?v=v1$/, 300],
    [{ width: 5000, mediaType: "image/gif", moves: true }, [], /picture\.jpg\?v=v1$/, null],
    [{ width: 800, mediaType: "image/svg+xml" }, [], /picture\.jpg\?v=v1$/, null],
  ])("of %j is fetched in widths %j, and told to others %#", async (given, widths, url, social) => {
    const cover = await coverOf(await aPicture("a", given));
    expect(cover).toMatchObject({ width: given.width, height: 900, url: expect.stringMatching(url) });
    expect(widthsOf(cover?.srcSet ?? "")).toEqual(widths);
    expect(cover?.social?.width ?? null).toBe(social);
  });

  it("is known in the order that was asked for, and only of pictures that are ours", async () => {
    const [one, two] = [await aPicture("one", { width: 700 }), await aPicture("two", { width: 500 })];
    const addresses = [
      two,
      "https://example.org/a.jpg",
      one,
      "/uploads/2026/11/0000000000000000/gone.jpg",
      "/demo/dawn.svg",
      `${one}?v=old`,
    ];
    expect((await listCovers(visitor, { addresses })).map((cover) => cover?.width ?? null)).toEqual([
      500,
      null,
      700,
      null,
      null,
      700,
    ]);
  });
});
