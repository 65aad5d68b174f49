/**
 * State that exists once per process. Next bundles its own copy of `lib/` and the server another; both share
 * `globalThis`.
 */
export function shared<T>(name: string, make: () => T): T {
  const key = Symbol.for(`broadsheet.${name}`);
  const store = globalThis as unknown as Record<symbol, T>;
  return (store[key] ??= make());
}
