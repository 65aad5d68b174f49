/**
 * One instance per process of anything that holds state. Next bundles its own copy of `lib/`, the
 * server another; both meet here, because both see the same `globalThis`.
 */
export function shared<T>(name: string, make: () => T): T {
  const key = Symbol.for(`broadsheet.${name}`);
  const store = globalThis as unknown as Record<symbol, T>;
  return (store[key] ??= make());
}
