import { describe, expect, it } from "vitest";
import { countsOf, type Move, type Placed, teamsOf, withMove } from "./photo-order";

const names = (photos: readonly Placed[]) =>
  teamsOf(photos).map(([team, row]) => `${team}:${row.map(({ id }) => id).join("")}`);
const start: Placed[] = [
  { id: 2, team: "Hills", priority: 0 },
  { id: 3, team: "Sea", priority: 0 },
  { id: 4, team: "Sea", priority: 0 },
  { id: 5, team: "Sea", priority: 0 },
  { id: 1, team: "", priority: 0 },
];

describe("the order of photos on a page", () => {
  it("is by teams, those without one last", () => expect(names(start)).toEqual(["Hills:2", "Sea:345", ":1"]));

  it.each<[number, Move, string[]]>([
    [3, { step: "later" }, ["Hills:2", "Sea:435", ":1"]],
    [5, { step: "earlier" }, ["Hills:2", "Sea:354", ":1"]],
    [3, { step: "earlier" }, ["Hills:2", "Sea:345", ":1"]],
    [5, { step: "later" }, ["Hills:2", "Sea:345", ":1"]],
    [5, { beside: 3, side: "before" }, ["Hills:2", "Sea:534", ":1"]],
    [3, { beside: 5, side: "after" }, ["Hills:2", "Sea:453", ":1"]],
    [3, { beside: 2, side: "before" }, ["Hills:32", "Sea:45", ":1"]],
    [3, { team: "Hills" }, ["Hills:23", "Sea:45", ":1"]],
    [2, { team: "" }, ["Sea:345", ":12"]],
    [3, { beside: 9, side: "before" }, ["Hills:2", "Sea:345", ":1"]],
    [9, { team: "Sea" }, ["Hills:2", "Sea:345", ":1"]],
  ])("%i moved by %j", (id, move, expected) => expect(names(withMove(start, id, move))).toEqual(expected));

  it("knows how many a team has, and how many stand before it", () => {
    const teams = [
      { team: "Hills", total: 40 },
      { team: "Sea", total: 3 },
    ];
    expect(countsOf(teams, "Sea")).toEqual({ total: 3, start: 40 });
    expect(countsOf(teams, "New")).toEqual({ total: 0, start: 0 });
  });
});
