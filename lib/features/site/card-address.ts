import { createHash } from "node:crypto";
import type { Card } from "../../services/cards/drawing";
import { CARD_HEIGHT, CARD_WIDTH } from "../../services/cards/size";
import type { CardOf, Site } from "./schema";

type Shown = { title: string; cover?: { url: string } | undefined; coverX?: number; coverY?: number };

/** What a card of this site says and looks like. */
export const cardOf = (
  site: Pick<Site, "title" | "url" | "look" | "accent">,
  { title, cover, coverX = 50, coverY = 50 }: Shown,
): Card => ({
  look: site.look,
  accent: site.accent,
  title,
  siteName: site.title,
  host: new URL(site.url).host,
  hasCover: cover !== undefined,
  focus: cover ? { x: coverX, y: coverY } : { x: 50, y: 50 },
});

/** Raised when cards are drawn differently, so that their addresses change. */
const DRAWING = 1;

/** The address of a card, which changes with whatever it shows. */
export function cardAddress(of: CardOf, site: Parameters<typeof cardOf>[0], shown: Shown): string {
  const drawn = JSON.stringify([DRAWING, cardOf(site, shown), shown.cover?.url]);
  const version = createHash("sha256").update(drawn).digest("hex").slice(0, 12);
  return `/cards/${of.kind}-${of.id}-${version}.png`;
}

/** A card as the pages of what it is about name it. */
export const cardImage = (of: CardOf, site: Parameters<typeof cardOf>[0], shown: Shown) => ({
  url: cardAddress(of, site, shown),
  width: CARD_WIDTH,
  height: CARD_HEIGHT,
  type: "image/png",
  alt: shown.title,
});
