import { findRedirect, importedRedirects, type RedirectChecks } from "../../redirects/importing";
import type { RedirectRecord } from "../records";
import type { Run } from "./run";
import { planSimple } from "./simple";
import type { Plan } from "./plan";

/** Takes in a redirect of the owner's own; one that leads from the same address to the same target is the same. */
export function planRedirect(run: Run, record: RedirectRecord, checks: RedirectChecks): Plan {
  const { from: source, below, to: target, status } = record;
  const given = { source, below, target, status };
  return planSimple(run, record, {
    store: importedRedirects,
    title: source,
    createTime: null,
    find: async ({ db }) => {
      const here = await findRedirect(db, given);
      return here && here.target === target && here.status === status ? here.id : null;
    },
    values: async ({ db }) => {
      const known = await run.recall(db, record.kind, record.source);
      return checks.columnsOf(db, given, known?.recordId);
    },
    kept: ["hits", "lastHitTime"],
    cacheKeys: () => ["redirects"],
  });
}
