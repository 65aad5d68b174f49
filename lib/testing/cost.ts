/** What work comes to, and the milliseconds of processor time it takes: what else runs on the machine does not count. */
export function costOf<T>(work: () => T): { result: T; cost: number } {
  const begun = process.cpuUsage();
  const result = work();
  const { user, system } = process.cpuUsage(begun);
  return { result, cost: (user + system) / 1000 };
}
