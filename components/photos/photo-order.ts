import type { PhotoCounts } from "../../lib/features/photos/schema";

/** The data of a photo for moves. */
export type Placed = { id: number; team: string; priority: number };
export type Step = "earlier" | "later";
/** Where a photo goes: beside another one, by one place, or to the end of a team. */
export type Move = { beside: number; side: "before" | "after" } | { step: Step } | { team: string };

/** The photos of each team, in the order in which they are shown; those without one come last. */
export function teamsOf<T extends Placed>(photos: readonly T[]): [team: string, photos: T[]][] {
  const teams = new Map<string, T[]>();
  for (const photo of photos) {
    const own = teams.get(photo.team);
    if (own) own.push(photo);
    else teams.set(photo.team, [photo]);
  }
  const others = teams.get("");
  teams.delete("");
  return [...teams, ...(others ? [["", others] satisfies [string, T[]]] : [])];
}

/** The photos of a page after a move, as far as it can be seen there; the server has the order of whole teams. */
export function withMove<T extends Placed>(photos: readonly T[], id: number, move: Move): T[] {
  const moved = photos.find((photo) => photo.id === id);
  if (!moved) return [...photos];
  const others = photos.filter((photo) => photo.id !== id);
  const put = (at: number, team: string) => others.toSpliced(at, 0, { ...moved, team });
  if ("beside" in move) {
    const target = others.find((photo) => photo.id === move.beside);
    if (!target) return [...photos];
    return put(others.indexOf(target) + (move.side === "after" ? 1 : 0), target.team);
  }
  if ("team" in move) return put(others.findLastIndex(({ team }) => team === move.team) + 1, move.team);
  const neighbour = photos[photos.indexOf(moved) + (move.step === "earlier" ? -1 : 1)];
  if (neighbour?.team !== moved.team) return [...photos];
  return put(others.indexOf(neighbour) + (move.step === "earlier" ? 0 : 1), moved.team);
}

/** The number of photos in a team, and of those before a place of the wall, counted from 0. */
export function countsOf(teams: PhotoCounts["teams"], team: string): { total: number; start: number } {
  const index = teams.findIndex((each) => each.team === team);
  return {
    total: teams[index]?.total ?? 0,
    start: teams.slice(0, Math.max(0, index)).reduce((sum, { total }) => sum + total, 0),
  };
}
