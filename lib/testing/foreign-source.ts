import { mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { env } from "../core/env";
import type {
  CategoryRecord,
  CommentRecord,
  ForeignRecord,
  JournalRecord,
  TagRecord,
  TextRecord,
  Unread,
  UserRecord,
} from "../features/moving/records";
import type { OpenSource } from "../features/moving/reading";

const common = { warnings: [], oldAddresses: [] };

/** A post of another system: published on a day of 2019, in Markdown. */
export const aText = (source: string, given: Partial<TextRecord> = {}): TextRecord => ({
  ...common,
  kind: "post",
  source,
  title: `Text ${source}`,
  slug: `text-${source}`,
  status: "PUBLISHED",
  editorType: "MARKDOWN",
  originalContent: `This is text *${source}*.`,
  keptHtml: null,
  password: "",
  createTime: new Date("2019-05-06T07:08:09Z"),
  updateTime: null,
  editTime: null,
  recycledTime: null,
  author: null,
  authorName: null,
  summary: "",
  thumbnail: "",
  topPriority: 0,
  disallowComment: false,
  template: "",
  metaDescription: "",
  metaKeywords: "",
  visits: 0,
  likes: 0,
  categories: [],
  tags: [],
  metas: {},
  working: null,
  ...given,
});

export const aReply = (source: string, target: string, given: Partial<CommentRecord> = {}): CommentRecord => ({
  ...common,
  kind: "comment",
  source,
  target: {
    kind: "post",
    source: target,
  },
  parent: null,
  status: "PUBLISHED",
  user: null,
  isAdmin: false,
  author: "Ada",
  email: "ada@example.org",
  authorUrl: "",
  ipAddress: "192.0.2.1",
  userAgent: "",
  createTime: new Date("2019-06-01T00:00:00Z"),
  content: `Reply ${source}`,
  ...given,
});

export const aForeignCategory = (source: string, given: Partial<CategoryRecord> = {}): CategoryRecord => ({
  ...common,
  kind: "category",
  source,
  name: source,
  slug: source.toLowerCase(),
  description: "",
  parent: null,
  thumbnail: "",
  password: "",
  ...given,
});

export const aForeignTag = (source: string, given: Partial<TagRecord> = {}): TagRecord => ({
  ...common,
  kind: "tag",
  source,
  name: source,
  slug: source.toLowerCase(),
  color: "",
  thumbnail: "",
  ...given,
});

export const aForeignUser = (source: string, given: Partial<UserRecord> = {}): UserRecord => ({
  ...common,
  kind: "user",
  source,
  username: source,
  nickname: source,
  email: `${source}@old.example`,
  role: "AUTHOR",
  description: "",
  url: "",
  avatar: "",
  suspended: false,
  passwordHash: null,
  totpKey: null,
  createTime: new Date("2018-01-01T00:00:00Z"),
  ...given,
});

export const aForeignJournal = (source: string, given: Partial<JournalRecord> = {}): JournalRecord => ({
  ...common,
  kind: "journal",
  source,
  originalContent: `Journal ${source}`,
  keptHtml: null,
  visibility: "PUBLIC",
  likes: 0,
  createTime: new Date("2019-05-06T07:08:09Z"),
  ...given,
});

type Facts = Partial<Omit<OpenSource, "records" | "total">>;

/** A source that gives these records. */
export const aSource = (records: readonly (ForeignRecord | Unread)[], facts: Facts = {}): OpenSource => ({
  kind: "wordpress",
  site: "https://old.example",
  hosts: {
    site: [],
    files: [],
  },
  version: "1.2",
  exportTime: new Date("2020-01-01T00:00:00Z"),
  left: () => [],
  suggestions: () => [],
  media: null,
  close: async () => undefined,
  total: records.length,
  async *records() {
    yield* structuredClone(records as (ForeignRecord | Unread)[]);
  },
  ...facts,
});

/** The path of a source's file; what is in it tells one source from another. */
export function aSourceFile(content: string, name = "old.xml"): string {
  const path = join(mkdtempSync(join(env.dataDir, "source-")), name);
  writeFileSync(path, content);
  return path;
}
