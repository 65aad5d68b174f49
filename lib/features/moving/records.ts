/**
 * What a reader makes of an old site's files and the writer makes this site's records of. Readers know no database, and
 * the writer knows no source.
 *
 * Texts are as they should stand here, except for addresses: those of the old site are kept, and the writer replaces
 * the ones that lead to imported records and files.
 */

import type { Exported } from "./exported";
import type { RecordKind, SourceKey } from "./kinds-schema";

export type { Exported, ExportedRevision } from "./exported";
export { type ImportKind, importKinds, type RecordKind, recordKinds, type SourceKey } from "./kinds-schema";

type Common = {
  /** The record's identifier at its source. */
  source: string;
  /** What was dropped or changed by the reader, one sentence each. */
  warnings: string[];
  /** Addresses that led to it, as paths such as "/2019/05/hello" or "/?p=12"; without host, decoded or not. */
  oldAddresses: string[];
  /**
   * Further paths by which texts of the source link to it, such as that of its file, "/posts/one.md". No redirects are
   * made of them.
   */
  linkedAs?: string[];
  /** Tells whether the record has changed at its source; without it, the record itself does. */
  hash?: string;
  /** What only our own export knows. */
  exported?: Exported;
};

/** What the reader itself decided: on purpose, or because the record cannot be read. */
export type Unread = { kind: RecordKind; source: string; title: string; warnings: string[] } & (
  | { skipped: string }
  | { failed: string }
);

export type UserRecord = Common & {
  kind: "user";
  username: string;
  nickname: string;
  /** "" where the source has none: the account is not made. */
  email: string;
  role: "EDITOR" | "AUTHOR" | "SUBSCRIBER";
  description: string;
  url: string;
  /** An address of the old site, of elsewhere, or "". */
  avatar: string;
  suspended: boolean;
  /** A bcrypt hash, or null. */
  passwordHash: string | null;
  /** The base32 key of a second factor, or null. */
  totpKey: string | null;
  createTime: Date | null;
};

export type CategoryRecord = Common & {
  kind: "category";
  name: string;
  slug: string;
  description: string;
  /** The source's identifier of the category above; null at the top. Parents may come later. */
  parent: string | null;
  thumbnail: string;
  password: string;
  /** Higher first among siblings; not of sources that order them by name. */
  priority?: number;
};

export type TagRecord = Common & {
  kind: "tag";
  name: string;
  slug: string;
  /** "#rrggbb", or "". */
  color: string;
  thumbnail: string;
};

/** A file of the old site; its bytes are looked up in the source's media, or fetched. */
export type AttachmentRecord = Common & {
  kind: "attachment";
  name: string;
  /** Its address at the old site: absolute, or a path. */
  address: string;
  altText: string;
  caption: string;
  team: string;
  createTime: Date | null;
};

export type TextStatus = "PUBLISHED" | "DRAFT" | "INTIMATE" | "RECYCLE";

type Body = {
  editorType: "MARKDOWN" | "RICHTEXT";
  /** Markdown, or HTML. */
  originalContent: string;
  /** Shown instead of what is rendered of the original; only our own export and Halo know this. */
  keptHtml: string | null;
};

export type TextRecord = Common &
  Body & {
    kind: "post" | "sheet";
    /**
     * The path in the source, such as "/posts/one.md", that relative addresses of the text and the thumbnail are
     * relative to; without it, they are left. Resolved, they are what `media` finds and `linkedAs` names. The reader has
     * warned of those that lead to no file.
     */
    base?: string;
    /** Fields that the source says nothing of: a later import leaves them as they are here by then. */
    unsaid?: readonly (
      | "status"
      | "slug"
      | "createTime"
      | "summary"
      | "thumbnail"
      | "password"
      | "topPriority"
      | "disallowComment"
      | "tags"
      | "categories"
    )[];
    /** Where the slug is from, if not from a slug of the source. */
    slugFrom?: "file name" | "title";
    /** Not yet cut; "" for none. */
    title: string;
    /** "" for one that is made of the title. */
    slug: string;
    status: TextStatus;
    password: string;
    /** The publication date, in the future for one that is scheduled; null where none can be read. */
    createTime: Date | null;
    updateTime: Date | null;
    editTime: Date | null;
    recycledTime: Date | null;
    /** The source's identifier of the author's account. */
    author: string | null;
    /** The author's name where it is no account. */
    authorName: string | null;
    summary: string;
    thumbnail: string;
    topPriority: number;
    disallowComment: boolean;
    template: string;
    metaDescription: string;
    metaKeywords: string;
    visits: number;
    likes: number;
    /** Identifiers of categories and tags. */
    categories: string[];
    tags: string[];
    metas: Record<string, string>;
    /** A text that is worked on and not yet published. */
    working: Body | null;
  };

/**
 * A comment. It follows its text or journal directly, with the others of that one, oldest first, so that nothing but
 * the present text's comments is held in memory.
 */
export type CommentRecord = Common & {
  kind: "comment";
  target: { kind: "post" | "sheet" | "journal"; source: string };
  /** The comment it replies to; null at the top. */
  parent: string | null;
  status: "PUBLISHED" | "AUDITING" | "RECYCLE";
  /** The source's identifier of the account that wrote it. */
  user: string | null;
  isAdmin: boolean;
  author: string;
  email: string;
  authorUrl: string;
  ipAddress: string;
  userAgent: string;
  createTime: Date | null;
  /** The small Markdown of comments. */
  content: string;
};

export type JournalRecord = Common &
  Omit<Body, "editorType"> & {
    kind: "journal";
    visibility: "PUBLIC" | "INTIMATE";
    likes: number;
    createTime: Date | null;
  };

export type LinkRecord = Common & {
  kind: "link";
  name: string;
  url: string;
  logo: string;
  description: string;
  team: string;
};

export type PhotoRecord = Common & {
  kind: "photo";
  name: string;
  description: string;
  url: string;
  thumbnail: string;
  location: string;
  team: string;
  takeTime: Date | null;
  likes: number;
};

export type MenuRecord = Common & {
  kind: "menu";
  name: string;
  /** The entry above; null at the top. Entries come in their order. */
  parent: string | null;
  /** Another record, or an address. */
  target: SourceKey | { address: string };
  newWindow: boolean;
  icon: string;
  /** Whether it is taken only where the site has no menu. */
  ifNone?: boolean;
};

/** A redirect of the owner's own. */
export type RedirectRecord = Common & {
  kind: "redirect";
  /** The path from which it leads, decoded. */
  from: string;
  /** Whether it holds for everything below the path, too. */
  below: boolean;
  /** A path, or an address elsewhere; "" where what was there is gone. */
  to: string;
  status: number;
};

/** A setting of this site; taken over only where the site still has its default. */
export type OptionRecord = Common & { kind: "option"; option: string; value: string | number | boolean };

export type ForeignRecord =
  | UserRecord
  | CategoryRecord
  | TagRecord
  | AttachmentRecord
  | TextRecord
  | CommentRecord
  | JournalRecord
  | LinkRecord
  | PhotoRecord
  | MenuRecord
  | RedirectRecord
  | OptionRecord;
