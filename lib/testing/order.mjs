// In which order and how many at once the stages of `npm test` run.

/** @typedef {import("./stages.mjs").Stage} Stage */
/** @typedef {{ stage: Stage, ok: boolean, seconds: number, count: import("./count.mjs").Count, note?: string }} Outcome */

/** What the aims of time are meant for; more would let stages slow each other down. */
const CORES = 2;

/** @param {Stage} stage @param {string} note @returns {Outcome} */
export const notRun = (stage, note) => ({
  stage,
  ok: false,
  seconds: 0,
  count: { passed: 0, failed: 1, skipped: 0 },
  note,
});

/** @param {Stage} stage @returns {Outcome} */
export const noTimeLeft = (stage) => ({
  stage,
  ok: true,
  seconds: 0,
  count: { passed: 0, failed: 0, skipped: 1 },
  note: "not run: the time was over",
});

/**
 * Runs the stages in their order, side by side where they fit into two cores, and where what they need is done.
 * @param {Stage[]} all @param {(stage: Stage) => Promise<Outcome>} work @returns {Promise<Outcome[]>}
 */
export async function runInOrder(all, work) {
  /** @type {Map<Stage, Promise<Outcome>>} */
  const running = new Map();
  /** @type {Outcome[]} */
  const outcomes = [];
  const hasRoomFor = (/** @type {Stage} */ stage) =>
    [...running.keys()].reduce((cores, each) => cores + each.cores, stage.cores) <= CORES;
  const isReady = (/** @type {Stage} */ { needs = [], after = [] }) =>
    ![...running.keys()].some(({ name }) => needs.includes(name) || after.includes(name));
  const oneEnds = async () => {
    const outcome = await Promise.race(running.values());
    running.delete(outcome.stage);
    outcomes.push(outcome);
  };
  for (const stage of all) {
    while (!hasRoomFor(stage) || !isReady(stage)) await oneEnds();
    const lacking = outcomes.find(({ stage: { name }, ok }) => !ok && stage.needs?.includes(name));
    const note = lacking && `not run: the stage "${lacking.stage.name}" failed`;
    running.set(stage, note === undefined ? work(stage) : Promise.resolve(notRun(stage, note)));
  }
  while (running.size > 0) await oneEnds();
  return outcomes;
}
