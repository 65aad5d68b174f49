import { describe, expect, it } from "vitest";
import { type Placed, placing, stepping, teamsOf, withPlaces } from "./photo-order";

const names = (photos: readonly Placed[]) =>
  teamsOf(photos).map(([team, row]) => `${team}:${row.map(({ id }) => id).join("")}`);
const start: Placed[] = [
  { id: 1, team: "", priority: 0 },
  { id: 2, team: "Hills", priority: 0 },
  { id: 3, team: "Sea", priority: 0 },
  { id: 4, team: "Sea", priority: 0 },
  { id: 5, team: "Sea", priority: 0 },
];

describe("the order of photos", () => {
  it("is by teams, those without one last", () => expect(names(start)).toEqual(["Hills:2", "Sea:345", ":1"]));

  it.each([
    [3, "later", ["Hills:2", "Sea:435", ":1"]],
    [5, "earlier", ["Hills:2", "Sea:354", ":1"]],
    [3, "earlier", ["Hills:2", "Sea:345", ":1"]],
    [5, "later", ["Hills:2", "Sea:345", ":1"]],
    [2, "later", ["Hills:2", "Sea:345", ":1"]],
  ] as const)("%i one step %s", (id, step, expected) =>
    expect(names(withPlaces(start, stepping(start, id, step)))).toEqual(expected),
  );

  it.each([
    [5, "Sea", 3, ["Hills:2", "Sea:534", ":1"]],
    [3, "Sea", null, ["Hills:2", "Sea:453", ":1"]],
    [3, "Hills", 2, ["Hills:32", "Sea:45", ":1"]],
    [3, "Hills", null, ["Hills:23", "Sea:45", ":1"]],
    [2, "", 1, ["Sea:345", ":21"]],
    [3, "Sea", 3, ["Hills:2", "Sea:345", ":1"]],
    [9, "Sea", 3, ["Hills:2", "Sea:345", ":1"]],
  ] as const)("%i put into “%s” before %s", (id, team, before, expected) =>
    expect(names(withPlaces(start, placing(start, id, team, before)))).toEqual(expected),
  );

  it("says nothing changed where a photo is put where it is", () => {
    expect(placing(start, 3, "Sea", 4)).toEqual([]);
    expect(placing(start, 5, "Sea", null)).toEqual([]);
  });

  it("any number of moves leave each photo once, and another way round leads back", () => {
    let photos = start;
    for (let n = 0; n < 200; n += 1) {
      const [id, before] = [1 + ((n * 7) % 5), 1 + ((n * 3) % 5)];
      const places = placing(photos, id, ["", "Sea", "Hills"][n % 3] ?? "", before);
      const back = places.map(({ photoId }) => {
        const { team = "", priority = 0 } = photos.find((photo) => photo.id === photoId) ?? {};
        return { photoId, team, priority };
      });
      const next = withPlaces(photos, places);
      expect(next.map((photo) => photo.id).sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5]);
      expect(names(withPlaces(next, back)).map((row) => [...row].sort().join(""))).toEqual(
        names(photos).map((row) => [...row].sort().join("")),
      );
      photos = next;
    }
  });
});
