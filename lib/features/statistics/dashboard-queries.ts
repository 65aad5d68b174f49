import { and, count, eq, inArray, ne, type SQL } from "drizzle-orm";
import type { Database } from "../../../db";
import { postgres } from "../../../db/dialect";
import { attachments, categories, comments, journals, links, photos, sheets, tags, users } from "../../../db/schema";
import { abilitiesOf, type Ability, type Actor, can } from "../../core/access";
import { env } from "../../core/env";
import { noInput } from "../../core/fields";
import { query } from "../../core/operation";
import { anyCommit, remembered } from "../../core/remembered";
import { hostsBeside } from "../../core/visited-hosts";
import { addressOf, readOptions } from "../../services/settings/reading";
import { visibleTo as filesFor } from "../attachments/visibility";
import { visibleTo as journalsFor } from "../visibility/journals";
import { visibleTo as sheetsFor } from "../visibility/sheets";
import { countStates } from "../writing/posts/selection";
import type { Shell } from "./dashboard-schema";
import * as shape from "./dashboard-schema";

type Counted =
  | typeof attachments
  | typeof photos
  | typeof categories
  | typeof comments
  | typeof journals
  | typeof links
  | typeof sheets
  | typeof tags
  | typeof users;

/** The numbers beside the links of the dashboard; long tables are counted once between two commits. */
function countsFor(db: Database, actor: Actor, now: Date): Promise<Shell["counts"]> {
  // Servers on one PostgreSQL are not told of each other's silent commits.
  if (postgres) return countAll(db, actor, now);
  const name = `counts for ${actor.id}: ${abilitiesOf(actor).join()}`;
  return remembered(db, name, { cacheKeys: [anyCommit] }, () => countAll(db, actor, now));
}

async function countAll(db: Database, actor: Actor, now: Date): Promise<Shell["counts"]> {
  const howMany = async (table: Counted, where?: SQL) =>
    (await db.select({ total: count() }).from(table).where(where))[0]?.total ?? 0;
  const ifAllowed = async (ability: Ability, number: () => Promise<number>) =>
    can(actor, ability) ? number() : undefined;
  const waiting = and(inArray(comments.targetType, ["POST", "SHEET", "JOURNAL"]), eq(comments.status, "AUDITING"));
  const [ofPosts, ofSheets, ofJournals, ofComments, ofFiles, ofPhotos, ofLinks, ofCategories, ofTags, ofUsers] =
    await Promise.all([
      ifAllowed("write posts", async () => (await countStates(db, actor, now)).all),
      ifAllowed("write sheets", () =>
        howMany(sheets, and(sheetsFor(actor, now, "dashboard"), ne(sheets.status, "RECYCLE"))),
      ),
      ifAllowed("write journals", () => howMany(journals, journalsFor(actor, "dashboard"))),
      ifAllowed("manage comments", () => howMany(comments, waiting)),
      ifAllowed("upload files", () => howMany(attachments, filesFor(actor))),
      ifAllowed("manage photos", () => howMany(photos)),
      ifAllowed("manage links", () => howMany(links)),
      ifAllowed("see the dashboard", () => howMany(categories)),
      ifAllowed("see the dashboard", () => howMany(tags)),
      ifAllowed("manage users", () => howMany(users)),
    ]);
  return {
    ...(ofPosts !== undefined && { posts: ofPosts }),
    ...(ofSheets !== undefined && { sheets: ofSheets }),
    ...(ofJournals !== undefined && { journals: ofJournals }),
    ...(ofComments !== undefined && { comments: ofComments }),
    ...(ofFiles !== undefined && { media: ofFiles }),
    ...(ofPhotos !== undefined && { photos: ofPhotos }),
    ...(ofLinks !== undefined && { links: ofLinks }),
    ...(ofCategories !== undefined && { categories: ofCategories }),
    ...(ofTags !== undefined && { tags: ofTags }),
    ...(ofUsers !== undefined && { users: ofUsers }),
  };
}

/** The signed-in person, their abilities, and the numbers of everything. */
export const getShell = query("getShell", {
  can: "be signed in",
  input: noInput,
  output: shape.shell,
  run: async ({ db, actor, now }) => {
    const [counts, [own], known] = await Promise.all([
      countsFor(db, actor, now),
      db
        .select({ username: users.username, nickname: users.nickname })
        .from(users)
        .where(eq(users.id, actor.id ?? 0)),
      readOptions(db),
    ]);
    return {
      userId: actor.id ?? 0,
      username: own?.username ?? "",
      nickname: own?.nickname ?? actor.name,
      abilities: abilitiesOf(actor),
      siteUrl: addressOf(known),
      siteTimeZone: known.site_timezone,
      // SITE_URL wins over the option.
      siteUrlIsSet: env.siteUrl !== undefined,
      visitedHosts: can(actor, "manage options") ? hostsBeside(addressOf(known)) : [],
      uploadLimit: known.attachment_max_size,
      counts,
    };
  },
});
