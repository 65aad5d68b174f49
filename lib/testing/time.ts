/**
 * Calls `end` when the time for this stage is over, which `BROADSHEET_TEST_UNTIL` says in milliseconds since 1970. Tests
 * that have not begun by then are left out, so that a slow machine's run ends with what it found.
 */
export function whenTimeIsOver(end: () => void): void {
  const until = Number(process.env.BROADSHEET_TEST_UNTIL);
  if (until > 0 && until < Infinity) setTimeout(end, Math.max(0, until - Date.now())).unref();
}
