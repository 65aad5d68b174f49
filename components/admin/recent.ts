/** Something that was opened with the palette. */
export type Recent = { href: string; label: string; kind: string };

/** The most that are kept, for each person, in this browser. */
const MOST_KEPT = 6;
const keyOf = (userId: number) => `recent:${userId}`;

const isRecent = (each: unknown): each is Recent =>
  typeof each === "object" &&
  each !== null &&
  (["href", "label", "kind"] as const).every((name) => typeof (each as Partial<Recent>)[name] === "string") &&
  (each as Recent).href.startsWith("/admin");

/** What this person opened last in this browser, the latest first; nothing where the browser keeps nothing. */
export function recentOf(userId: number): Recent[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? "[]");
    return Array.isArray(kept) ? kept.filter(isRecent).slice(0, MOST_KEPT) : [];
  } catch {
    return [];
  }
}

/** Notes that something was opened. */
export function noteRecent(userId: number, opened: Recent): void {
  const others = recentOf(userId).filter(({ href }) => href !== opened.href);
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify([opened, ...others].slice(0, MOST_KEPT)));
  } catch {
    // A private window keeps nothing.
  }
}
