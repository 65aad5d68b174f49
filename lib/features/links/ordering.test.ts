import { beforeEach, describe, expect, it } from "vitest";
import type { Actor } from "../../core/access";
import { anAuthor, anEditor } from "../../testing/actors";
import { eventCount } from "../../testing/factories";
import { freshDatabase } from "../../testing/setup";
import { createLink, deleteLink, deleteLinks } from "./mutations";
import { moveLink, placeLinks, setLinkTeam } from "./ordering";
import { getLink, listPublicLinks, searchLinks } from "./queries";

let editor: Actor;

beforeEach(async () => {
  await freshDatabase();
  editor = await anEditor();
});

const make = async (name: string, team = "") =>
  (await createLink(editor, { name, url: "https://example.org/", team })).id;
/** The links as visitors see them. */
const shown = async () =>
  (await listPublicLinks(editor, {})).items.map(({ name, team }) => (team ? `${team}: ${name}` : name));

describe("Move link", () => {
  it("puts it before or after another one, in that one's team", async () => {
    const [a, b, c, d] = [await make("a"), await make("b"), await make("c"), await make("d", "Tools")];
    await moveLink(editor, { id: c, beside: a });
    expect(await shown()).toEqual(["c", "a", "b", "Tools: d"]);
    await moveLink(editor, { id: c, beside: b, side: "after" });
    expect(await shown()).toEqual(["a", "b", "c", "Tools: d"]);
    await moveLink(editor, { id: b, beside: d });
    expect(await shown()).toEqual(["a", "c", "Tools: b", "Tools: d"]);
    await moveLink(editor, { id: b, beside: b });
    expect(await shown()).toEqual(["a", "c", "Tools: b", "Tools: d"]);
  });

  it("by one place stops at the ends of its team", async () => {
    const [a] = [await make("a"), await make("b"), await make("c", "Tools")];
    expect((await moveLink(editor, { id: a, step: "up" })).before).toEqual([]);
    await moveLink(editor, { id: a, step: "down" });
    expect(await shown()).toEqual(["b", "a", "Tools: c"]);
    expect((await moveLink(editor, { id: a, step: "down" })).before).toEqual([]);
    await moveLink(editor, { id: a, step: "up" });
    expect(await shown()).toEqual(["a", "b", "Tools: c"]);
  });

  it("answers what undoes it", async () => {
    const [a, , c] = [await make("a"), await make("b"), await make("c", "Tools")];
    const { before } = await moveLink(editor, { id: a, beside: c, side: "after" });
    expect(await shown()).toEqual(["b", "Tools: c", "Tools: a"]);
    await placeLinks(editor, { items: before });
    expect(await shown()).toEqual(["a", "b", "Tools: c"]);
    const { before: teams } = await setLinkTeam(editor, { ids: [a, c], team: " Friends " });
    expect(await shown()).toEqual(["b", "Friends: a", "Friends: c"]);
    await placeLinks(editor, { items: teams });
    expect(await shown()).toEqual(["a", "b", "Tools: c"]);
  });

  it("is refused where the order was changed elsewhere, and then changes nothing", async () => {
    const [a, b] = [await make("a"), await make("b")];
    const from = { team: "", priority: 0 };
    await setLinkTeam(editor, { ids: [a], team: "Tools" });
    const events = await eventCount();
    await expect(moveLink(editor, { id: a, beside: b, from })).rejects.toMatchObject({ status: 412 });
    await deleteLink(editor, { id: b });
    await expect(moveLink(editor, { id: a, beside: b })).rejects.toMatchObject({ status: 412 });
    for (const work of [
      () => moveLink(editor, { id: b, step: "up" }),
      () => placeLinks(editor, { items: [{ id: b, team: "", priority: 1 }] }),
      () => setLinkTeam(editor, { ids: [a, b], team: "x" }),
    ])
      await expect(work()).rejects.toMatchObject({ status: 404 });
    expect(await shown()).toEqual(["Tools: a"]);
    expect(await eventCount()).toBe(events + 1);
  });

  it("takes one way, and is an EDITOR's", async () => {
    const [id, beside] = [await make("a"), await make("b")];
    for (const input of [{ id }, { id, beside, step: "up" } as const])
      await expect(moveLink(editor, input)).rejects.toMatchObject({ status: 400 });
    const author = await anAuthor();
    for (const work of [
      () => moveLink(author, { id, beside }),
      () => setLinkTeam(author, { ids: [id], team: "x" }),
      () => placeLinks(author, { items: [{ id, team: "", priority: 1 }] }),
      () => deleteLinks(author, { ids: [id] }),
      () => searchLinks(author, {}),
    ])
      await expect(work()).rejects.toMatchObject({ status: 403 });
  });
});

it("several are deleted together or not at all", async () => {
  const [a, b] = [await make("a"), await make("b")];
  await expect(deleteLinks(editor, { ids: [a, b, 999] })).rejects.toMatchObject({ status: 404 });
  expect(await shown()).toEqual(["a", "b"]);
  await deleteLinks(editor, { ids: [a, b] });
  await expect(getLink(editor, { id: a })).rejects.toMatchObject({ status: 404 });
});

it("a page of links is found by words, team and health", async () => {
  for (const [name, team] of [
    ["Ada's page", "Friends"],
    ["Babbage", "Friends"],
    ["Looms", "Tools"],
    ["مرحبا", ""],
  ] as const)
    await make(name, team);
  const names = async (input: Parameters<typeof searchLinks>[1]) => {
    const { items, total } = await searchLinks(editor, input);
    return [total, ...items.map(({ name }) => name)];
  };
  expect(await names({})).toEqual([4, "مرحبا", "Ada's page", "Babbage", "Looms"]);
  expect(await names({ sort: ["name,desc"], size: 2 })).toEqual([4, "مرحبا", "Looms"]);
  expect(await names({ sort: ["team,desc"], size: 2, page: 2 })).toEqual([4, "Babbage", "مرحبا"]);
  expect(await names({ team: "" })).toEqual([1, "مرحبا"]);
  expect(await names({ keyword: "ADA" })).toEqual([1, "Ada's page"]);
  expect(await names({ health: "DEAD" })).toEqual([0]);
  expect(await names({ health: "UNKNOWN", team: "Tools" })).toEqual([1, "Looms"]);
});
