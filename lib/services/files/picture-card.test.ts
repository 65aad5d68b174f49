import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { type Card, designs, drawCard } from "../cards/drawing";
import { makeCard } from "./picture-card";

const card = (look: Card["look"], focus: Card["focus"]): Card => ({
  look,
  accent: "brick",
  title: "Soup",
  siteName: "The Harbour Letter",
  host: "harbour.example",
  hasCover: true,
  focus,
});

/** A picture that is red on its left or top, and blue on the other side. */
async function halves(folder: string, isWide: boolean): Promise<string> {
  const size = isWide ? { width: 1200, height: 200 } : { width: 200, height: 1200 };
  const half = isWide ? { width: 600, height: 200 } : { width: 200, height: 600 };
  const file = join(folder, isWide ? "wide.png" : "tall.png");
  await sharp({ create: { ...size, channels: 3, background: "#0000ff" } })
    .composite([{ input: { create: { ...half, channels: 3, background: "#ff0000" } }, left: 0, top: 0 }])
    .png()
    .toFile(file);
  return file;
}

describe.each(Object.keys(designs) as Card["look"][])("a card in the look %s", (look) => {
  it.each([
    [true, { x: 0, y: 50 }, [255, 0, 0]],
    [true, { x: 100, y: 50 }, [0, 0, 255]],
    [true, { x: 700, y: -3 }, [0, 0, 255]],
    [false, { x: 50, y: 0 }, [255, 0, 0]],
    [false, { x: 50, y: 100 }, [0, 0, 255]],
  ] as const)("shows its cover (wide: %s) around the point %j", async (isWide, focus, colour) => {
    const folder = await mkdtemp(join(tmpdir(), "card-"));
    const { file } = await makeCard(card(look, focus), await halves(folder, isWide), folder);
    const { cover } = drawCard(card(look, focus));
    if (!cover) throw new Error("The card has no place for a cover.");
    const { left, top, width, height } = cover;
    const middle = { left: left + Math.floor(width / 2), top: top + Math.floor(height / 2), width: 1, height: 1 };
    const pixel = await sharp(file).extract(middle).removeAlpha().raw().toBuffer();
    expect([...pixel]).toEqual(colour);
  });
});
