import { type Actor, isStaff, system } from "../../core/access";
import { nothing } from "../../core/fields";
import { mutation } from "../../core/operation";
import { shared } from "../../core/shared";
import { widestNetworkOf } from "./networks";
import { SharedRate } from "./rate";
import { countedSort } from "./schema";

const DAY_MS = 24 * 60 * 60 * 1000;
/** Lines of one sort that people of one network cause in a day: each of them is kept for good. */
const MOST_LINES = 50;
/** The most networks of which one is named; strangers have any number. */
const MOST_NETWORKS = 1_000;

const lines = shared(
  "lines of the audit log",
  () => new SharedRate("lines of the audit log", "changes", MOST_LINES, DAY_MS),
);

/** What came beyond since the last time, by its sort: how often in all, and by network. */
const beyond = shared("counted changes", () => new Map<string, { count: number; networks: Map<string, number> }>());

/**
 * Whether a change of this sort gets its own line in the audit log. Of staff each gets one, and of others the first ones of
 * a network in a day: guesses go on for as long as somebody likes.
 */
export const takeLine = async (actor: Actor, sort: string): Promise<boolean> =>
  isStaff(actor) || (await lines.waitFor(`${sort} of ${widestNetworkOf(actor.ip)}`)) === null;

/** Counts a change that was made without a line of its own. */
export function countWithoutLine(actor: Actor, sort: string): void {
  const network = widestNetworkOf(actor.ip);
  const sum = beyond.get(sort) ?? { count: 0, networks: new Map<string, number>() };
  beyond.set(sort, sum);
  sum.count += 1;
  const before = sum.networks.get(network);
  if (before !== undefined || sum.networks.size < MOST_NETWORKS) sum.networks.set(network, (before ?? 0) + 1);
}

const noteCounted = mutation("noteCountedChanges", {
  can: "manage jobs",
  input: countedSort,
  output: nothing,
  touches: () => [],
  about: ({ sort, count, network }) => ({
    subject: "audit-log",
    summary: `Without lines of their own: ${count} ${sort}, most of them from ${network}.`,
  }),
  run: async () => undefined,
});

/** Writes a line for each sort that was counted since the last time. */
export async function noteCountedChanges(): Promise<void> {
  // What is counted meanwhile waits for the next time.
  const sums = [...beyond];
  beyond.clear();
  for (const [sort, { count, networks }] of sums) {
    const [network = ""] = [...networks].sort(([, one], [, other]) => other - one)[0] ?? [];
    await noteCounted(system, { sort, count, network });
  }
}
