import type { Clock } from "./clock";

/** A clock for tests that advances only when told to. */
export function stoppedClock() {
  let now = 0;
  let timers: { at: number; run: () => void }[] = [];
  const clock: Clock = {
    now: () => now,
    after: (delay, run) => {
      const timer = { at: now + delay, run };
      timers.push(timer);
      return () => void (timers = timers.filter((each) => each !== timer));
    },
  };
  const runPending = async () => {
    for (let i = 0; i < 20; i += 1) await Promise.resolve();
  };
  const pass = async (time: number) => {
    now += time;
    const due = timers.filter((timer) => timer.at <= now);
    timers = timers.filter((timer) => timer.at > now);
    for (const timer of due) timer.run();
    await runPending();
  };
  return { clock, pass, runPending, waiting: () => timers.map((timer) => timer.at - now) };
}
