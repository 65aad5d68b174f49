import type { TagRecord, UserRecord } from "../../records";
import { usernameOf } from "../username";
import { resolved } from "./addresses";
import type { Row } from "./row";

const bcrypt = /^\$2[abxy]\$\d\d\$[./A-Za-z0-9]{53}$/;
/** The roles that are editors here, and what is said of those that were more. */
const editors = new Map([
  ["Owner", "Was the owner of the old site, and is an editor here."],
  ["Administrator", "Was an administrator of the old site, and is an editor here."],
  ["Editor", null],
  ["Super Editor", null],
]);

const absolute = (address: string): string => (address.startsWith("//") ? `https:${address}` : address);

/** An account of the old site. */
export function userOf(row: Row, role: string, site: string, base: string): UserRecord {
  const warnings: string[] = [];
  const status = row.text("status");
  const name = row.text("name");
  const said = editors.get(role);
  if (said) warnings.push(said);
  const hash = row.text("password");
  return {
    kind: "user",
    source: row.text("id"),
    username: usernameOf(row.text("slug") || name),
    nickname: name || row.text("slug"),
    email: row.text("email"),
    role: editors.has(role) ? "EDITOR" : "AUTHOR",
    description: row.text("bio"),
    url: row.text("website"),
    avatar: absolute(resolved(row.text("profile_image") || row.text("image"), site)),
    suspended: status === "inactive",
    passwordHash: status === "locked" || !bcrypt.test(hash) ? null : hash,
    totpKey: null,
    createTime: row.date("created_at"),
    warnings,
    oldAddresses: row.text("slug") === "" ? [] : [`${base}/author/${row.text("slug")}/`],
  };
}

/** A tag of the old site. */
export function tagOf(row: Row, site: string, base: string): TagRecord {
  const color = row.text("accent_color");
  return {
    kind: "tag",
    source: row.text("id"),
    name: row.text("name") || row.text("slug"),
    slug: row.text("slug"),
    color: /^#[0-9a-f]{6}$/i.test(color) ? color : "",
    thumbnail: resolved(row.text("feature_image") || row.text("image"), site),
    warnings: [],
    oldAddresses: row.text("slug") === "" ? [] : [`${base}/tag/${row.text("slug")}/`],
  };
}

/** Whether a tag is for the theme only. */
export const isInternal = (row: Row): boolean =>
  row.text("visibility") === "internal" || row.text("name").startsWith("#");
