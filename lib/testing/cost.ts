/** The result of some work, and its milliseconds of processor time, which do not depend on other programs. */
export function costOf<T>(work: () => T): { result: T; cost: number } {
  const begun = process.cpuUsage();
  const result = work();
  const { user, system } = process.cpuUsage(begun);
  return { result, cost: (user + system) / 1000 };
}
