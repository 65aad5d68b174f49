import { z } from "zod";
import { nothing } from "../../core/fields";
import { mutation } from "../../core/operation";
import { getRedirect } from "./queries";
import { redirectRemoval } from "./removal";
import * as shape from "./schema";
import { redirectShown, refuseCircles, storeChange, storeNew } from "./storing";
import { readTable } from "./table";
import { storeTable } from "./taking";

const touches = () => ["redirects"];
const told = ({ source, target }: { source: string; target: string }) =>
  `${source} → ${target || "410"}`.slice(0, 1000);

/** Makes a redirect from an address where nothing stands. */
export const createRedirect = mutation("createRedirect", {
  can: "manage redirects",
  summary:
    "Leads from an address where nothing of the site stands; a page at the address comes before it. Redirects that would lead in a circle are refused.",
  input: shape.newRedirect,
  output: shape.redirect,
  example: { source: "/old/page", target: "/archives/notes", status: 301 },
  refusals: ["conflict"],
  touches,
  about: (_input, redirect) => ({ subject: `redirect:${redirect.id}`, summary: told(redirect) }),
  run: async ({ db, now }, given) => {
    const row = await storeNew(db, given, now);
    await refuseCircles(db);
    return redirectShown(row);
  },
});

/** Changes the given fields. */
export const updateRedirect = mutation("updateRedirect", {
  can: "manage redirects",
  input: shape.redirectChanges,
  output: shape.redirect,
  example: { id: 1, source: "/old", below: true, target: "/archives" },
  refusals: ["conflict"],
  touches,
  about: (_input, redirect) => ({ subject: `redirect:${redirect.id}`, summary: told(redirect) }),
  reread: (context, { id }) => getRedirect.within(context, { id }),
  run: async ({ db, now }, { id, ...given }) => {
    const row = await storeChange(db, id, given, now);
    await refuseCircles(db);
    return redirectShown(row);
  },
});

/** Changes several in one transaction. */
export const updateRedirects = mutation("updateRedirects", {
  can: "manage redirects",
  input: shape.redirectBatch,
  output: z.array(shape.redirect),
  example: { items: [{ id: 1, source: "/old/page", target: "/archives/notes", status: 308 }] },
  refusals: ["conflict"],
  touches,
  about: ({ items }) => ({ subject: "redirects", summary: `${items.length} changed` }),
  run: async ({ db, now }, { items }) => {
    const changed = [];
    for (const { id, ...given } of items) changed.push(await storeChange(db, id, given, now));
    await refuseCircles(db);
    return changed.map(redirectShown);
  },
});

/** Deletes a redirect. */
export const deleteRedirect = mutation("deleteRedirect", {
  can: "manage redirects",
  input: shape.redirectRef,
  output: nothing,
  touches,
  about: ({ id }) => ({ subject: `redirect:${id}`, summary: "deleted" }),
  run: (context, { id }) => redirectRemoval.remove(context, [id]),
});

/** Deletes several redirects. */
export const deleteRedirects = mutation("deleteRedirects", {
  can: "manage redirects",
  input: shape.redirectsRemoval,
  output: nothing,
  example: { ids: [1, 2] },
  touches,
  about: ({ ids }) => ({ subject: "redirects", summary: `${ids.length} deleted` }),
  run: (context, { ids }) => redirectRemoval.remove(context, ids),
});

/** Takes a table of redirects: new ones are made, those with the same source changed, all or none of them. */
export const takeRedirects = mutation("takeRedirects", {
  can: "manage redirects",
  summary:
    "Takes a table in CSV with the columns `from`, `to`, `match` (`exact` or `below`) and `status`. New redirects are made and those from the same address changed; one wrong line refuses the whole table.",
  input: shape.redirectTable,
  output: shape.redirectsTaken,
  example: { csv: "from,to,match,status\n/old,/archives,below,301\n" },
  touches,
  about: (_input, { created, changed }) => ({ subject: "redirects", summary: `${created} made, ${changed} changed` }),
  run: async ({ db, now }, { csv }) => {
    const counts = await storeTable(db, readTable(csv), now);
    await refuseCircles(db);
    return counts;
  },
});
