import { and, asc, count, desc, eq, gte, like, lt } from "drizzle-orm";
import { lower } from "../../../db/dialect";
import { events } from "../../../db/schema";
import { sortOrder } from "../../core/fields";
import { query } from "../../core/operation";
import { logFilter, logPage } from "./schema";

const columns = {
  id: events.id,
  operation: events.operation,
  actorId: events.actorId,
  actorName: events.actorName,
  subject: events.subject,
  summary: events.summary,
  createTime: events.createTime,
};

/** The audit log, newest first. Nothing changes or removes a line. */
export const listLogs = query("listLogs", {
  can: "read the audit log",
  input: logFilter,
  output: logPage,
  run: async ({ db }, { page, size, sort, keyword, operation, actorId, actor, subject, from, to }) => {
    const wanted = and(
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
      // Wildcards are removed rather than escaped: the engines escape differently.
      keyword === undefined
        ? undefined
        : like(lower(events.summary), `%${keyword.toLowerCase().replace(/[%_\\]/g, "_")}%`),
    );
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
