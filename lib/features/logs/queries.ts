import { and, asc, count, desc, eq, gt, gte, inArray, like, lt, or } from "drizzle-orm";
import type { z } from "zod";
import { lower } from "../../../db/dialect";
import { events } from "../../../db/schema";
import { noInput, sortOrder } from "../../core/fields";
import { query } from "../../core/operation";
import { summariesHolding } from "../../services/words/summaries/summaries";
import { exportPage, logExport, logFilter, logLines, logPage, logSources } from "./schema";

const columns = {
  id: events.id,
  operation: events.operation,
  actorId: events.actorId,
  actorName: events.actorName,
  subject: events.subject,
  summary: events.summary,
  createTime: events.createTime,
};

type Wanted = Omit<z.output<typeof logExport>, "after">;

/** Wildcards are removed rather than escaped: the engines escape differently. */
const literal = (text: string) => text.toLowerCase().replace(/[%_\\]/g, "_");

/** The lines that hold a keyword, as they are stored or as the dashboard says them. */
const holding = (keyword: string, { locale, named }: Pick<Wanted, "locale" | "named">) =>
  or(
    like(lower(events.summary), `%${literal(keyword)}%`),
    named && named.length > 0 ? inArray(events.operation, named) : undefined,
    ...(locale ? summariesHolding(locale, keyword) : []).map(({ operation, pieces }) =>
      and(eq(events.operation, operation), like(lower(events.summary), pieces.map(literal).join("%"))),
    ),
  );

/** The condition for the lines that these filters select. */
const selected = ({ keyword, operation, actorId, actor, subject, from, to, ...spoken }: Wanted) =>
  and(
    operation === undefined ? undefined : eq(events.operation, operation),
    actorId === undefined ? undefined : eq(events.actorId, actorId),
    actor === undefined ? undefined : eq(events.actorName, actor),
    subject === undefined
      ? undefined
      : subject.includes(":")
        ? eq(events.subject, subject)
        : like(events.subject, `${subject}:%`),
    from && gte(events.createTime, from),
    to && lt(events.createTime, to),
    keyword === undefined ? undefined : holding(keyword, spoken),
  );

/** The audit log, newest first. Nothing changes or removes a line. */
export const listLogs = query("listLogs", {
  can: "read the audit log",
  input: logFilter,
  output: logPage,
  run: async ({ db }, { page, size, sort, ...filters }) => {
    const wanted = selected(filters);
    const [[, descending] = ["id", true]] = sortOrder(sort);
    const [rows, [all]] = await Promise.all([
      db
        .select(columns)
        .from(events)
        .where(wanted)
        .orderBy((descending ? desc : asc)(events.id))
        .limit(size)
        .offset((page - 1) * size),
      db.select({ total: count() }).from(events).where(wanted),
    ]);
    return { items: rows, total: all?.total ?? 0 };
  },
});

/** The lines after one, oldest first, so that a whole log can be read in pages while it grows. */
export const exportLogs = query("exportLogs", {
  can: "read the audit log",
  input: logExport,
  output: logLines,
  run: ({ db }, { after, ...filters }) =>
    db
      .select(columns)
      .from(events)
      .where(and(selected(filters), after === undefined ? undefined : gt(events.id, after)))
      .orderBy(asc(events.id))
      .limit(exportPage),
});

/** The people and operations that the log tells of. */
export const listLogSources = query("listLogSources", {
  can: "read the audit log",
  input: noInput,
  output: logSources,
  run: async ({ db }) => {
    // The whole log is read once for both.
    const pairs = await db.selectDistinct({ actor: events.actorName, operation: events.operation }).from(events);
    const namesOf = (of: "actor" | "operation") => [...new Set(pairs.map((pair) => pair[of]))].toSorted();
    return { actors: namesOf("actor"), operations: namesOf("operation") };
  },
});
