const PREFIX = "broadsheet-editor:";

const locks = (): LockManager | undefined => ("locks" in navigator ? navigator.locks : undefined);

/** Marks an editor as open, until the returned function is called or its page is closed. */
export function hold(holder: string): () => void {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  void locks()
    ?.request(PREFIX + holder, () => released)
    .catch(() => undefined);
  return release;
}

/** The open editors in all windows; unknown where the site is not served over https. */
export async function openHolders(): Promise<Set<string>> {
  const { held = [] } =
    (await locks()
      ?.query()
      .catch(() => undefined)) ?? {};
  return new Set(held.flatMap(({ name }) => (name?.startsWith(PREFIX) ? [name.slice(PREFIX.length)] : [])));
}

/** Calls back when that editor is closed, unless cancelled before. */
export function whenClosed(holder: string, signal: AbortSignal, run: () => void): void {
  void locks()
    ?.request(PREFIX + holder, { mode: "shared", signal }, () => undefined)
    .then(run, () => undefined);
}

const MINE = "broadsheet-new-post";

/** The last editor of a new post in this tab. */
export const holderBefore = (): string | null => fromSession(() => sessionStorage.getItem(MINE)) ?? null;
export const rememberHolder = (holder: string): void => fromSession(() => sessionStorage.setItem(MINE, holder));

/** A browser may refuse storage. */
function fromSession<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
