import { fileOf } from "../testing-source";

/** A file of an export with these tables. */
export const ghostFile = (data: Record<string, unknown>, meta: Record<string, unknown> = {}): string =>
  fileOf(
    "ghost.json",
    JSON.stringify({ db: [{ meta: { exported_on: 1_795_168_800_000, version: "6.5.0", ...meta }, data }] }),
  );

/** A published post for everybody. */
export const post = (more: Record<string, unknown> = {}): Record<string, unknown> => ({
  id: "p1",
  uuid: "u",
  title: "A post",
  slug: "a-post",
  html: "<p>Text</p>",
  lexical: null,
  mobiledoc: null,
  type: "post",
  status: "published",
  visibility: "public",
  featured: 0,
  created_at: "2024-03-01T09:00:00.000Z",
  updated_at: "2024-03-05T09:00:00.000Z",
  published_at: "2024-03-02T09:00:00.000Z",
  ...more,
});
