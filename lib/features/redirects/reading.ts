import type { Database } from "../../../db";
import { ownRedirects } from "../../../db/schema";
import { query } from "../../core/operation";
import { remembered } from "../../core/remembered";
import { sitePath } from "../../core/site-path";
import { pathOf, type Rule, ruleFor, rulesOf } from "./following";
import * as shape from "./schema";

/** Every rule, as it is stored. */
export const readRules = (db: Database): Promise<Rule[]> => {
  const { id, source, below, target, status } = ownRedirects;
  return db.select({ id, source, below, target, status }).from(ownRedirects);
};

/** Where an address leads that the owner has redirected; null: nowhere. */
export const getRedirectFor = query("getRedirectFor", {
  can: "read the site",
  input: shape.askedAddress,
  output: shape.ledAddress,
  run: async ({ db }, { path }) => {
    const rules = await remembered(db, "redirects", { cacheKeys: ["redirects"] }, async () =>
      rulesOf(await readRules(db)),
    );
    const asked = pathOf(path);
    const led = asked === null ? null : ruleFor(rules, asked);
    if (!led) return null;
    const { rule, target } = led;
    if (rule.status === 410) return { id: rule.id, target: "", status: 410 };
    // What follows the source came from a stranger. A header holds an address as it is resolved, in ASCII.
    const safe = target.startsWith("/") ? sitePath(target, "") : new URL(target).href;
    return safe === "" || pathOf(safe) === asked ? null : { id: rule.id, target: safe, status: rule.status };
  },
});
