import type { PhotoPlace } from "../../lib/features/photos/schema";

/** The data of a photo for moves. */
export type Placed = { id: number; team: string; priority: number };
export type Step = "earlier" | "later";

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

/** The places that change when a photo is put into a team before another one (null: at the end). */
export function placing(photos: readonly Placed[], id: number, team: string, before: number | null): PhotoPlace[] {
  const moved = photos.find((photo) => photo.id === id);
  if (!moved || before === id) return [];
  const row = photos.filter((photo) => photo.team === team && photo.id !== id);
  const at = row.findIndex((photo) => photo.id === before);
  row.splice(at < 0 ? row.length : at, 0, moved);
  const isAsBefore =
    moved.team === team &&
    photos.filter((photo) => photo.team === team).every((photo, place) => photo.id === row[place]?.id);
  if (isAsBefore) return [];
  // Higher priorities come first; counting down to 1 leaves 0, that of new ones, at the end.
  return row
    .map((photo, place) => ({
      photoId: photo.id,
      team,
      priority: row.length - place,
      from: { team: photo.team, priority: photo.priority },
    }))
    .filter(({ from, priority }) => from.priority !== priority || from.team !== team);
}

/** The same for one step within the team; none at an end. */
export function stepping(photos: readonly Placed[], id: number, step: Step): PhotoPlace[] {
  const own = photos.find((photo) => photo.id === id);
  if (!own) return [];
  const row = photos.filter(({ team }) => team === own.team);
  const at = row.findIndex((photo) => photo.id === id);
  if (step === "earlier") return at > 0 ? placing(photos, id, own.team, row[at - 1]?.id ?? null) : [];
  return at < row.length - 1 ? placing(photos, id, own.team, row[at + 2]?.id ?? null) : [];
}

/** The photos with these places, in display order. Photos of the same priority keep the order of their dates. */
export function withPlaces<T extends Placed>(photos: readonly T[], places: readonly PhotoPlace[]): T[] {
  const byId = new Map(places.map((place) => [place.photoId, place]));
  return photos
    .map((photo) => {
      const place = byId.get(photo.id);
      return place ? { ...photo, team: place.team, priority: place.priority } : photo;
    })
    .sort((a, b) => a.team.localeCompare(b.team) || b.priority - a.priority);
}
