import type {
  AttachmentRecord,
  CategoryRecord,
  JournalRecord,
  LinkRecord,
  MenuRecord,
  PhotoRecord,
  TagRecord,
  UserRecord,
} from "../../records";
import { countOf, type HaloRow, inOrder, oneOf, otherId, textOf, timeOf } from "./halo-rows";
import type { HaloAddresses } from "./halo-addresses";
import { settledParents } from "./parents";

/** A row with its identifier. */
export type Known = { id: string; row: HaloRow };

const isHttp = (address: string): boolean => /^https?:\/\//i.test(address) && URL.canParse(address);
/** Whether an address is absolute or a path, and no program. */
const isAddress = (address: string): boolean =>
  address.trim() !== "" && (isHttp(address) || !/^\s*[a-z][a-z0-9+.-]*:/i.test(address)) && !/\p{Cc}/u.test(address);

const sorted = (rows: readonly Known[]): Known[] => {
  const byRow = new Map(rows.map((known) => [known.row, known]));
  return inOrder(rows.map(({ row }) => row)).flatMap((row) => byRow.get(row) ?? []);
};

export function userRecord({ id, row }: Known): UserRecord {
  const warnings: string[] = [];
  const hash = textOf(row, "password");
  const key = textOf(row, "mfaKey").trim().toUpperCase();
  const hasFactor =
    (oneOf(row, "mfaType", ["NONE", "TFA_TOTP"]) ?? "TFA_TOTP") !== "NONE" && textOf(row, "mfaType") !== "";
  const isKey = /^[A-Z2-7]{16,128}=*$/.test(key);
  const isHash = /^\$2[aby]\$\d\d\$[./A-Za-z0-9]{53}$/.test(hash);
  if (hasFactor && !isKey)
    warnings.push("its second factor cannot be read, so its password is not taken over: set a new one to sign in");
  else if (!isHash) warnings.push("it has no password that can be taken over: set a new one to sign in");
  return {
    kind: "user",
    source: id,
    warnings,
    oldAddresses: [],
    username: textOf(row, "username"),
    nickname: textOf(row, "nickname"),
    email: textOf(row, "email"),
    role: "EDITOR",
    description: textOf(row, "description"),
    url: "",
    avatar: textOf(row, "avatar"),
    suspended: false,
    // Whoever had a second factor does not sign in with the password alone.
    passwordHash: isHash && (!hasFactor || isKey) ? hash : null,
    totpKey: hasFactor && isKey ? key.replace(/(?<!=)=+$/, "") : null,
    createTime: timeOf(row, "createTime"),
  };
}

export function categoryRecords(rows: readonly Known[], addresses: HaloAddresses): CategoryRecord[] {
  const ordered = sorted(rows);
  const { parents, warnings } = settledParents(
    ordered.map(({ id, row }) => ({ id, parent: otherId(row, "parentId") })),
    "category",
  );
  return ordered.map(({ id, row }, index) => {
    const slug = textOf(row, "slug") || textOf(row, "slugName");
    return {
      kind: "category",
      source: id,
      warnings: [warnings.get(id) ?? []].flat(),
      oldAddresses: slug === "" ? [] : addresses.category(slug),
      name: textOf(row, "name"),
      slug,
      description: textOf(row, "description"),
      parent: parents.get(id) ?? null,
      thumbnail: textOf(row, "thumbnail"),
      password: textOf(row, "password"),
      // Halo has the smallest number first.
      priority: ordered.length - index,
    };
  });
}

/** The password that a category has, or one above it; "" for none. */
export function locksOf(records: readonly CategoryRecord[]): (source: string) => string {
  const bySource = new Map(records.map((record) => [record.source, record]));
  return (source) => {
    let at = bySource.get(source);
    while (at && at.password === "" && at.parent !== null) at = bySource.get(at.parent);
    return at?.password ?? "";
  };
}

export function tagRecord({ id, row }: Known, addresses: HaloAddresses): TagRecord {
  const slug = textOf(row, "slug") || textOf(row, "slugName");
  const color = textOf(row, "color").trim();
  return {
    kind: "tag",
    source: id,
    warnings: [],
    oldAddresses: slug === "" ? [] : addresses.tag(slug),
    name: textOf(row, "name"),
    slug,
    color: /^#[0-9a-f]{6}$/i.test(color) ? color : "",
    thumbnail: textOf(row, "thumbnail"),
  };
}

/** Files of the old server have a path below its folder; others an address elsewhere. */
export function attachmentRecord({ id, row }: Known, addresses: HaloAddresses): AttachmentRecord {
  const path = textOf(row, "path");
  const address = isHttp(path) ? path : `/${path.replace(/^\/+/, "")}`;
  return {
    kind: "attachment",
    source: id,
    warnings: [],
    oldAddresses: isHttp(path) ? [] : addresses.file(address),
    name: textOf(row, "name"),
    address,
    altText: "",
    caption: "",
    team: textOf(row, "team"),
    createTime: timeOf(row, "createTime"),
  };
}

export function journalRecord({ id, row }: Known): JournalRecord {
  const warnings: string[] = [];
  const type = oneOf(row, "type", ["PUBLIC", "INTIMATE"]);
  if (type === null) warnings.push(`its type "${textOf(row, "type")}" is not known; it is private`);
  const [written, html] = [textOf(row, "sourceContent"), textOf(row, "content")];
  return {
    kind: "journal",
    source: id,
    warnings,
    oldAddresses: [],
    originalContent: written.trim() === "" ? html : written,
    keptHtml: written.trim() === "" && html !== "" ? html : null,
    visibility: type ?? "INTIMATE",
    likes: countOf(row, "likes"),
    createTime: timeOf(row, "createTime"),
  };
}

/** A link, or why it is not taken. */
export function linkRecord({ id, row }: Known): LinkRecord | string {
  const [url, logo, warnings] = [textOf(row, "url").trim(), textOf(row, "logo").trim(), [] as string[]];
  if (!isHttp(url)) return `its address ${JSON.stringify(url.slice(0, 100))} is no http(s) address`;
  if (logo !== "" && !isAddress(logo)) warnings.push("its logo has no http(s) address and is left out");
  return {
    kind: "link",
    source: id,
    warnings,
    oldAddresses: [],
    name: textOf(row, "name"),
    url,
    logo: isAddress(logo) ? logo : "",
    description: textOf(row, "description"),
    team: textOf(row, "team"),
  };
}

export const linksInOrder = sorted;

export function photoRecord({ id, row }: Known): PhotoRecord | string {
  const [url, thumbnail] = [textOf(row, "url"), textOf(row, "thumbnail")];
  if (!isAddress(url))
    return `its address ${JSON.stringify(url.slice(0, 100))} is neither an http(s) address nor a path`;
  return {
    kind: "photo",
    source: id,
    warnings: [],
    oldAddresses: [],
    name: textOf(row, "name"),
    description: textOf(row, "description"),
    url,
    thumbnail: isAddress(thumbnail) ? thumbnail : "",
    location: textOf(row, "location"),
    team: textOf(row, "team"),
    takeTime: timeOf(row, "takeTime"),
    likes: countOf(row, "likes"),
  };
}

/** The entries of one menu, in their order; those whose address is none are reasons. */
export function menuRecords(rows: readonly Known[]): { known: Known; record: MenuRecord | string }[] {
  const ordered = sorted(rows);
  const { parents, warnings } = settledParents(
    ordered.map(({ id, row }) => ({ id, parent: otherId(row, "parentId") })),
    "entry",
  );
  return ordered.map((known) => {
    const { id, row } = known;
    const url = textOf(row, "url");
    if (!isAddress(url))
      return {
        known,
        record: `its address ${JSON.stringify(url.slice(0, 100))} is neither an http(s) address nor a path`,
      };
    const record: MenuRecord = {
      kind: "menu",
      source: id,
      warnings: [warnings.get(id) ?? []].flat(),
      oldAddresses: [],
      name: textOf(row, "name"),
      parent: parents.get(id) ?? null,
      target: { address: url },
      newWindow: textOf(row, "target") === "_blank",
      icon: textOf(row, "icon"),
    };
    return { known, record };
  });
}
