import { and, asc, count, desc, eq, inArray, ne } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../../../db";
import { ordering } from "../../../db/expressions";
import { idsOnPage, inOrder } from "../../../db/pages";
import { matching } from "../../../db/keyword";
import { links } from "../../../db/schema";
import { notFound } from "../../core/errors";
import { noInput, partOf, sortOrder } from "../../core/fields";
import { query } from "../../core/operation";
import * as shape from "./schema";

/** By team; higher priority first within it, then by name. */
const displayOrder = [asc(links.team), desc(links.priority), asc(links.name), asc(links.id)];

/** Every link, or those of one team, by team and order. */
export const allLinks = (db: Database, team?: string) =>
  db
    .select()
    .from(links)
    .where(team === undefined ? undefined : eq(links.team, team))
    .orderBy(...displayOrder);

/** Sortable columns: the allow-list for names in requests. */
const sortable = {
  team: links.team,
  name: links.name,
  createTime: links.createTime,
  checkTime: links.checkTime,
} satisfies Record<(typeof shape.linkSorts)[number], unknown>;

/** Links in display order, of all teams or of one: whole as long as they are few. */
async function partOfLinks(db: Database, { team, ...part }: z.output<typeof shape.linksPart>) {
  const where = team === undefined ? undefined : eq(links.team, team);
  const { ids, total } = await idsOnPage(db, links, {
    where,
    order: displayOrder,
    ...partOf(part),
    looksAtAll: false,
    isPublic: true,
  });
  const rows = await db.select().from(links).where(inArray(links.id, ids));
  return { items: inOrder(rows, ids), total };
}

/** The links, for staff. */
export const listLinks = query("listLinks", {
  can: "manage links",
  input: shape.linksPart,
  output: shape.linksPage,
  run: ({ db }, part) => partOfLinks(db, part),
});

/** A page of the links that match. */
export const searchLinks = query("searchLinks", {
  can: "manage links",
  input: shape.linkSearch,
  output: shape.linksPage,
  run: async ({ db }, { page, size, sort, keyword, team, health }) => {
    const where = and(
      team === undefined ? undefined : eq(links.team, team),
      health && eq(links.health, health),
      keyword ? matching(keyword, links.name, links.url, links.description) : undefined,
    );
    const [first] = sortOrder(sort);
    // The usual order is that of an index; the team alone, put before it again, would hide that.
    const isUsual = first === undefined || (first[0] === "team" && !first[1]);
    const order = isUsual ? [] : ordering(sortable, sortOrder(sort));
    const { ids, total } = await idsOnPage(db, links, {
      where,
      order: [...order, ...displayOrder],
      page,
      size,
      looksAtAll: Boolean(keyword),
    });
    const rows = await db.select().from(links).where(inArray(links.id, ids));
    return { items: inOrder(rows, ids), total };
  },
});

/** The number of links of each health. */
export const countLinks = query("countLinks", {
  can: "manage links",
  input: noInput,
  output: shape.linkCounts,
  run: async ({ db }) => {
    const rows = await db.select({ health: links.health, total: count() }).from(links).groupBy(links.health);
    const counts = { all: 0, ALIVE: 0, DEAD: 0, UNKNOWN: 0 };
    for (const { health, total } of rows) {
      counts[health] = total;
      counts.all += total;
    }
    return counts;
  },
});

/** The links, for anyone. */
export const listPublicLinks = query("listPublicLinks", {
  can: "read the site",
  input: shape.linksPart,
  output: shape.publicLinksPage,
  reads: () => ["links"],
  run: ({ db }, part) => partOfLinks(db, part),
});

/** The teams of links. */
export const listLinkTeams = query("listLinkTeams", {
  can: "manage links",
  input: noInput,
  output: z.array(z.string()),
  run: async ({ db }) =>
    (await db.selectDistinct({ team: links.team }).from(links).where(ne(links.team, "")).orderBy(asc(links.team))).map(
      ({ team }) => team,
    ),
});

/** One link. */
export const getLink = query("getLink", {
  can: "manage links",
  input: shape.linkRef,
  output: shape.managedLink,
  run: async ({ db }, { id }) => {
    const [row] = await db.select().from(links).where(eq(links.id, id));
    if (!row) throw notFound();
    return row;
  },
});
