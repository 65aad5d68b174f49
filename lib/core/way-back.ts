import { z } from "zod";
import { type AsRead, requireAsRead } from "./as-read";

// A change of several records answers what each held before. Sent back as it is, the answer undoes the change, and is
// refused where somebody changed one of them meanwhile.

/** What such a change takes of each record, and answers: `ref` names the record, `fields` are what it gets. */
export function wayBack<R extends z.core.$ZodLooseShape, F extends z.core.$ZodLooseShape>(ref: R, fields: F) {
  const from = z
    .strictObject(fields)
    .describe("What it held when it was read. If it holds something else by now, the answer is 412.");
  return {
    change: z.strictObject({ ...ref, ...fields, from: from.optional() }),
    before: z.object({ before: z.array(z.strictObject({ ...ref, ...fields, from })) }),
  };
}

/** Refuses a change of a record that was read with other values than it holds now. */
export function requireUnchanged(wanted: AsRead & { from?: AsRead | undefined }, current: AsRead): void {
  if (wanted.from) requireAsRead(wanted.from, current, wanted);
}
