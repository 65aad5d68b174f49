import { and, eq } from "drizzle-orm";
import { posts, sheets } from "../../../db/schema";
import { visitor } from "../../core/access";
import { notFound } from "../../core/errors";
import { type Context, query } from "../../core/operation";
import { settingKeys } from "../../core/settings";
import { listCovers } from "../attachments/covers";
import { cardPicture } from "../attachments/cards";
import { categoryTree } from "../taxonomy/categories/tree";
import { visibilityOf } from "../visibility/texts";
import { withoutPassword } from "../writing/posts/search";
import { cardAddress, cardOf } from "./card-address";
import { getSite } from "./queries";
import { card, cardAsked, type CardOf } from "./schema";

type Subject = { title: string; thumbnail: string; coverX?: number; coverY?: number };

/** The title and the picture of what a card is about, where everybody may read it. */
async function subjectOf(context: Context, { kind, id }: CardOf): Promise<Subject> {
  if (kind === "site") {
    const { title, homeCover } = await getSite.within(context, {});
    return { title, thumbnail: homeCover };
  }
  const { db, now } = context;
  const table = kind === "post" ? posts : sheets;
  const open = kind === "post" ? withoutPassword(db, await categoryTree(db)) : eq(sheets.password, "");
  const [found] = await db
    .select({ title: table.title, thumbnail: table.thumbnail, coverX: table.coverX, coverY: table.coverY })
    .from(table)
    .where(and(eq(table.id, id), visibilityOf(table)(visitor, now, "list"), open));
  if (!found) throw notFound();
  return found;
}

/**
 * The picture that other sites show beside a link, made when it is first asked for. For every caller the same as for a
 * stranger: of what not everybody may read there is none.
 */
export const getCard = query("getCard", {
  can: "read the site",
  input: cardAsked,
  output: card,
  reads: ({ kind, id }) => [
    ...settingKeys("site_title", "site_url", "site_look", "site_accent"),
    "attachments",
    ...(kind === "site" ? settingKeys("home_cover") : [`${kind}:${id}`, `${kind}-places`, "categories"]),
  ],
  run: async ({ db, now }, { path, ...of }) => {
    const context = { db, now, actor: visitor };
    const [site, { thumbnail, ...subject }] = await Promise.all([getSite.within(context, {}), subjectOf(context, of)]);
    const [found = null] = thumbnail === "" ? [] : await listCovers.within(context, { addresses: [thumbnail] });
    const cover = found?.social ?? undefined;
    const address = cardAddress(of, site, { ...subject, cover });
    if (address !== path) return { address, png: null };
    return { address, png: await cardPicture(db, cardOf(site, { ...subject, cover }), thumbnail) };
  },
});
