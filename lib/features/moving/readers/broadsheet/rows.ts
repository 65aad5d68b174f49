import { profileChanges } from "../../../accounts/schema";
import { parts } from "../../exports/columns";
import type {
  AttachmentRecord,
  CategoryRecord,
  ForeignRecord,
  JournalRecord,
  LinkRecord,
  MenuRecord,
  OptionRecord,
  PhotoRecord,
  RecordKind,
  RedirectRecord,
  TagRecord,
  UserRecord,
} from "../../records";
import type { Line } from "./lines";
import { common, key, Fields, valuesOf } from "./values";

/** What an account of each role is here. */
const rolesHere = new Map<string, { is: UserRecord["role"]; warning?: string }>([
  ["ADMIN", { is: "EDITOR", warning: "it was an ADMIN; it is an EDITOR here until an ADMIN changes that" }],
  ["EDITOR", { is: "EDITOR" }],
  ["AUTHOR", { is: "AUTHOR" }],
]);

function user(line: Line): UserRecord {
  const { values, warnings } = valuesOf(parts.users, line);
  const fields = new Fields(values);
  const here = rolesHere.get(fields.text("role"));
  const columns = fields.columnsBut(
    "username",
    "nickname",
    "email",
    "role",
    "avatar",
    "description",
    "url",
    "suspended",
    // Nobody has signed in here yet.
    "lastLoginTime",
  );
  const isAllowed = (name: string) =>
    !(name === "locale" || name === "timeZone") || profileChanges.shape[name].safeParse(columns[name]).success;
  if (here?.warning) warnings.push(here.warning);
  return {
    kind: "user",
    ...common(fields, warnings),
    username: fields.text("username"),
    nickname: fields.text("nickname"),
    email: fields.text("email"),
    role: here?.is ?? "SUBSCRIBER",
    description: fields.text("description"),
    url: fields.text("url"),
    avatar: fields.text("avatar"),
    suspended: fields.flag("suspended"),
    passwordHash: null,
    totpKey: null,
    createTime: fields.date("createTime"),
    exported: {
      columns: Object.fromEntries(Object.entries(columns).filter(([name]) => isAllowed(name))),
      references: {},
    },
  };
}

function category(line: Line): CategoryRecord {
  const { values, warnings } = valuesOf(parts.categories, line);
  const fields = new Fields(values);
  return {
    kind: "category",
    ...common(fields, warnings),
    name: fields.text("name"),
    slug: fields.text("slug"),
    description: fields.text("description"),
    parent: fields.ref("parentId"),
    thumbnail: fields.text("thumbnail"),
    password: fields.text("password"),
    exported: { columns: fields.columnsBut("slug", "parentId", "thumbnail"), references: {} },
  };
}

function tag(line: Line): TagRecord {
  const { values, warnings } = valuesOf(parts.tags, line);
  const fields = new Fields(values);
  return {
    kind: "tag",
    ...common(fields, warnings),
    name: fields.text("name"),
    slug: fields.text("slug"),
    color: fields.text("color"),
    thumbnail: fields.text("thumbnail"),
    exported: { columns: fields.columnsBut("slug", "color", "thumbnail"), references: {} },
  };
}

function attachment(line: Line): AttachmentRecord {
  const { values, warnings } = valuesOf(parts.attachments, line);
  const fields = new Fields(values);
  return {
    kind: "attachment",
    ...common(fields, warnings),
    name: fields.text("name"),
    address: `/uploads/${fields.text("folder")}/${fields.text("fileName")}`,
    altText: fields.text("altText"),
    caption: fields.text("caption"),
    team: fields.text("team"),
    createTime: fields.date("createTime"),
    exported: {
      // What its bytes are is found out anew.
      columns: fields.columnsBut("mediaType", "suffix", "size", "width", "height", "uploaderId"),
      references: { uploaderId: key("user", fields.ref("uploaderId")) },
    },
  };
}

function journal(line: Line): JournalRecord {
  const { values, warnings } = valuesOf(parts.journals, { ...line, content: line.content ?? "" });
  const fields = new Fields(values);
  const type = fields.text("type");
  if (type !== "PUBLIC" && type !== "INTIMATE")
    warnings.push(`its type "${type.slice(0, 50)}" is not known here; it is private`);
  return {
    kind: "journal",
    ...common(fields, warnings),
    originalContent: fields.text("sourceContent"),
    keptHtml: fields.flag("keepRaw") ? fields.text("content") : null,
    visibility: type === "PUBLIC" ? "PUBLIC" : "INTIMATE",
    likes: fields.number("likes"),
    createTime: fields.date("createTime"),
    exported: {
      columns: fields.columnsBut("type", "authorId", "likes", "content"),
      references: { authorId: key("user", fields.ref("authorId")) },
    },
  };
}

function link(line: Line): LinkRecord {
  const { values, warnings } = valuesOf(parts.links, line);
  const fields = new Fields(values);
  return {
    kind: "link",
    ...common(fields, warnings),
    name: fields.text("name"),
    url: fields.text("url"),
    logo: fields.text("logo"),
    description: fields.text("description"),
    team: fields.text("team"),
    exported: {
      columns: fields.columnsBut("url", "logo"),
      references: {},
    },
  };
}

function photo(line: Line): PhotoRecord {
  const { values, warnings } = valuesOf(parts.photos, line);
  const fields = new Fields(values);
  return {
    kind: "photo",
    ...common(fields, warnings),
    name: fields.text("name"),
    description: fields.text("description"),
    url: fields.text("url"),
    thumbnail: fields.text("thumbnail"),
    location: fields.text("location"),
    team: fields.text("team"),
    takeTime: fields.date("takeTime"),
    likes: fields.number("likes"),
    exported: {
      columns: fields.columnsBut("url", "thumbnail", "takeTime", "likes"),
      references: {},
    },
  };
}

function menu(line: Line): MenuRecord {
  const { values, warnings } = valuesOf(parts.menus, line);
  const fields = new Fields(values);
  return {
    kind: "menu",
    ...common(fields, warnings),
    name: fields.text("name"),
    parent: fields.ref("parentId"),
    target: { address: fields.text("url") },
    newWindow: fields.text("target") === "_blank",
    icon: fields.text("icon"),
    exported: {
      columns: fields.columnsBut("url", "parentId", "target"),
      references: { parentId: key("menu", fields.ref("parentId")) },
    },
  };
}

function redirect(line: Line): RedirectRecord {
  const { values, warnings } = valuesOf(parts.ownRedirects, line);
  const fields = new Fields(values);
  return {
    kind: "redirect",
    ...common(fields, warnings),
    from: fields.text("source"),
    below: fields.flag("below"),
    to: fields.text("target"),
    status: fields.number("status"),
    exported: { columns: fields.columnsBut("source", "below", "target", "status"), references: {} },
  };
}

function option(line: Line): OptionRecord {
  const { values, warnings } = valuesOf(parts.options, line);
  const fields = new Fields(values);
  return {
    kind: "option",
    source: fields.text("key"),
    warnings,
    oldAddresses: [],
    option: fields.text("key"),
    value: fields.text("value"),
    exported: { columns: fields.columnsBut("key", "value"), references: {} },
  };
}

/** The records that are a line each, by kind: the file that holds them, and how one is read. */
export const rowKinds = {
  user: { file: "users", read: user },
  category: { file: "categories", read: category },
  tag: { file: "tags", read: tag },
  attachment: { file: "attachments", read: attachment },
  journal: { file: "journals", read: journal },
  link: { file: "links", read: link },
  photo: { file: "photos", read: photo },
  menu: { file: "menus", read: menu },
  redirect: { file: "own-redirects", read: redirect },
  option: { file: "options", read: option },
} satisfies Partial<Record<RecordKind, { file: string; read: (line: Line) => ForeignRecord }>>;
