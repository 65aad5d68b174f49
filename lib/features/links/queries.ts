import { asc, desc, eq, ne } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../../../db";
import { links } from "../../../db/schema";
import { notFound } from "../../core/errors";
import { noInput } from "../../core/fields";
import { query } from "../../core/operation";
import * as shape from "./schema";

/** Every link, or those of one team, by team and order. */
const allLinks = (db: Database, team?: string) =>
  db
    .select()
    .from(links)
    .where(team === undefined ? undefined : eq(links.team, team))
    .orderBy(asc(links.team), desc(links.priority), asc(links.name), asc(links.id));

const reads = () => ["links"];
const output = z.array(shape.link);

/** Every link, for staff. */
export const listLinks = query("listLinks", {
  can: "manage links",
  input: shape.linkFilters,
  output,
  run: ({ db }, { team }) => allLinks(db, team),
});

/** Every link, for anyone. */
export const listPublicLinks = query("listPublicLinks", {
  can: "read the site",
  input: shape.linkFilters,
  output,
  reads,
  run: ({ db }, { team }) => allLinks(db, team),
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
  output: shape.link,
  run: async ({ db }, { id }) => {
    const [row] = await db.select().from(links).where(eq(links.id, id));
    if (!row) throw notFound();
    return row;
  },
});
