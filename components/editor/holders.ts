const PREFIX = "broadsheet-editor:";

const locks = (): LockManager | undefined => ("locks" in navigator ? navigator.locks : undefined);

/** Says that an editor is open, until the function it answers is called or its page is gone. */
export function hold(holder: string): () => void {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  void locks()
    ?.request(PREFIX + holder, () => released)
    .catch(() => undefined);
  return release;
}

/** The editors that are open in any window; none can be told where the site is not served over https. */
export async function openHolders(): Promise<Set<string>> {
  const { held = [] } =
    (await locks()
      ?.query()
      .catch(() => undefined)) ?? {};
  return new Set(held.flatMap(({ name }) => (name?.startsWith(PREFIX) ? [name.slice(PREFIX.length)] : [])));
}

/** Calls back when that editor is closed, unless it is no longer wanted by then. */
export function whenClosed(holder: string, signal: AbortSignal, run: () => void): void {
  void locks()
    ?.request(PREFIX + holder, { mode: "shared", signal }, () => undefined)
    .then(run, () => undefined);
}

const MINE = "broadsheet-new-post";

/** The editor of a new post that was open in this tab before. */
export const holderBefore = (): string | null => fromSession(() => sessionStorage.getItem(MINE)) ?? null;
export const rememberHolder = (holder: string): void => fromSession(() => sessionStorage.setItem(MINE, holder));

/** A browser may refuse storage altogether. */
function fromSession<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
