import type { ImportKind } from "../features/moving/records";
import type { Command } from "./command";

type Options = Command["options"];

/** The options of every import. */
export const commonOptions: Options = {
  author: { type: "string", value: "<username>", says: "everything belongs to this account, and no accounts are made" },
  "dry-run": { type: "boolean", says: "show what would be done, write nothing" },
};

const fetching: Options = {
  "fetch-media": { type: "boolean", says: "fetch files that are not found from the old site" },
  "from-private-network": {
    type: "boolean",
    says: "let --fetch-media reach an old site on this machine or its network",
  },
};
const asHtml: Options = {
  as: { type: "string", value: "<richtext|markdown>", says: "how HTML is stored here; default: richtext" },
};
const media = (says: string): Options => ({ media: { type: "string", value: "<folder>", says } });

/** What differs between the kinds at the command line. */
export const importKinds: Record<ImportKind, { path: string; summary: string; details: string; options: Options }> = {
  wordpress: {
    path: "<path>",
    summary: "take in a WordPress export (WXR)",
    details:
      "Takes a WXR file, or a folder or .zip with the parts that WordPress split it into: authors,\ncategories, tags, posts, pages, comments, menus and media.",
    options: {
      ...media("their wp-content/uploads, or a folder above it"),
      ...fetching,
      ...asHtml,
      taxonomy: { type: "string", value: "<name,…>", several: true, says: "taxonomies that become tags" },
      type: {
        type: "string",
        value: "<name=post|sheet,…>",
        several: true,
        says: "further types that become posts or sheets",
      },
      pingbacks: { type: "boolean", says: "take pingbacks and trackbacks in as comments" },
    },
  },
  ghost: {
    path: "<path>",
    summary: "take in a Ghost export",
    details: "Takes the export .json, or a .zip of it with content/images, content/media and content/files.",
    options: {
      ...media("their content folder"),
      ...fetching,
      ...asHtml,
      site: { type: "string", value: "<address>", says: "the old site's address, which the file does not say" },
      members: {
        type: "string",
        value: "<private|draft|publish>",
        says: "what becomes of texts for members only; default: private",
      },
      "primary-tag-as-category": { type: "boolean", says: "the first tag of a post becomes its category" },
    },
  },
  halo: {
    path: "<export.json>",
    summary: "take in a data export of Halo 1.x or Halo-Plus",
    details: "Takes the JSON of its data export.",
    options: {
      uploads: { type: "string", value: "<folder>", says: "their folder upload" },
      ...fetching,
      ...asHtml,
      site: { type: "string", value: "<address>", says: "the old site's address" },
    },
  },
  markdown: {
    path: "<path>",
    summary: "import a folder of Markdown files as posts; can be repeated",
    details: [
      "Makes a post of every .md, .markdown and .mdx file in the folder or .zip (not in hidden folders and",
      "node_modules), as Jekyll, Hexo, Hugo and Docusaurus write them: title, date, slug or permalink, tags,",
      "categories, draft, published, status, summary, cover, password, pinned, comments. Files beside a text",
      "become attachments, and addresses in front matter lead here.",
    ].join("\n"),
    options: {
      "slug-from": {
        type: "string",
        value: "<file|title>",
        says: "what to make an address from if front matter has none; default: file",
      },
      dialect: {
        type: "string",
        value: "<hexo|hugo|jekyll|plain>",
        says: "which program it was written for; found out without it",
      },
      "author-map": {
        type: "string",
        value: "<name=username,…>",
        several: true,
        says: "the accounts here of authors that front matter names; default: the author",
      },
    },
  },
  broadsheet: {
    path: "<file.zip>",
    summary: "take in an export of this program",
    details: "Takes what `export` has written.",
    options: {},
  },
};
