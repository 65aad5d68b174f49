/**
 * State that exists once per process. Next bundles its own copy of `lib/` and the server another; both share
 * `globalThis`.
 */
export function shared<T>(name: string, make: () => T): T {
  const key = Symbol.for(`broadsheet.${name}`);
  const store = globalThis as unknown as Record<symbol, T>;
  return (store[key] ??= make());
}

/** Forgets what was kept under these names; it is made anew when it is asked for. */
export function forgetShared(isMeant: (name: string) => boolean): void {
  const store = globalThis as unknown as Record<symbol, unknown>;
  for (const key of Object.getOwnPropertySymbols(store)) {
    const name = key.description?.startsWith("broadsheet.") ? key.description.slice("broadsheet.".length) : null;
    if (name !== null && isMeant(name)) delete store[key];
  }
}
