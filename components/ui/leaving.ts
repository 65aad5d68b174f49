/** Asked before the page is left for an address; false holds it back. */
type Guard = (href: string) => boolean;

let guard: Guard | null = null;

/** Sets what is asked; returns what takes it back. */
export function guardLeaving(next: Guard): () => void {
  guard = next;
  return () => {
    if (guard === next) guard = null;
  };
}

/** For whatever leaves a page by script. */
export const mayLeaveFor: Guard = (href) => guard?.(href) ?? true;
