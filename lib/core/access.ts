import { AppError } from "./errors";

/** Smallest first; each role may do all that the ones before it may. */
export const roles = ["SUBSCRIBER", "AUTHOR", "EDITOR", "ADMIN"] as const;
export type Role = (typeof roles)[number];

/** The scopes of a personal access token; `admin` is everything its owner's role allows. */
export const scopes = ["content:read", "content:write", "admin"] as const;
export type Scope = (typeof scopes)[number];

/**
 * The caller of an operation. `VISITOR` is anyone without credentials; `SYSTEM` is the command line or the program
 * itself.
 */
export type Actor = {
  id: number | null;
  role: Role | "VISITOR" | "SYSTEM";
  /** Shown in the audit log. */
  name: string;
  ip: string | null;
  userAgent: string | null;
  /** The origin of the page that asks, as its browser says; null where there is none. */
  origin: string | null;
  /** Signed proofs that a password was given earlier, see `lib/features/visibility/locks.ts`. */
  unlocks: readonly string[];
  /** Signed proofs that this browser sent comments, see `lib/features/comments/own.ts`. */
  ownComments: readonly string[];
  /** A browser in which somebody signed in before: whose account it was, and the browser's name. */
  browser: string | null;
  /** Password for the requested record (`X-Content-Password`). */
  contentPassword: string | null;
  /** The access token's row, so that signing out ends this token only. */
  tokenId: number | null;
  /** The browser session's row, for the same reason. */
  sessionId: number | null;
  /** The scopes of a personal access token; null: all that the role allows. */
  scopes: readonly Scope[] | null;
};

/**
 * The name under which an actor's work waits for a worker, where names take turns: the account, or a stranger's
 * address.
 */
export const askerOf = ({ id, ip }: Pick<Actor, "id" | "ip">): string => (id === null ? (ip ?? "") : `account ${id}`);

export const visitor: Actor = Object.freeze({
  id: null,
  role: "VISITOR",
  name: "visitor",
  ip: null,
  userAgent: null,
  origin: null,
  unlocks: [],
  ownComments: [],
  browser: null,
  contentPassword: null,
  tokenId: null,
  sessionId: null,
  scopes: null,
});

export const system: Actor = Object.freeze({ ...visitor, role: "SYSTEM", name: "command line" });

const rank: Record<Actor["role"], number> = { VISITOR: 0, SUBSCRIBER: 1, AUTHOR: 2, EDITOR: 3, ADMIN: 4, SYSTEM: 5 };

/**
 * The access table: the smallest role for each ability, and whether tokens with a content scope reach it; other
 * abilities need the scope `admin`. Nobody may do what is missing here.
 */
const table = {
  "read the site": { from: "VISITOR", content: true },
  "sign in": { from: "VISITOR" },
  "install the site": { from: "VISITOR" },
  "be signed in": { from: "SUBSCRIBER" },
  "comment signed in": { from: "SUBSCRIBER", content: true },
  "write posts": { from: "AUTHOR", content: true },
  "see the dashboard": { from: "AUTHOR" },
  "see all statistics": { from: "EDITOR" },
  "see storage": { from: "ADMIN" },
  "write journals": { from: "AUTHOR", content: true },
  "comment as staff": { from: "AUTHOR", content: true },
  "edit every post": { from: "EDITOR", content: true },
  "delete posts for good": { from: "EDITOR", content: true },
  "write sheets": { from: "EDITOR", content: true },
  "manage taxonomy": { from: "EDITOR", content: true },
  "manage comments": { from: "EDITOR", content: true },
  "manage links": { from: "EDITOR", content: true },
  "manage menus": { from: "EDITOR", content: true },
  "see passwords of categories": { from: "EDITOR", content: true },
  "upload files": { from: "AUTHOR", content: true },
  "manage every file": { from: "EDITOR", content: true },
  "manage photos": { from: "EDITOR", content: true },
  "put back what was deleted": { from: "AUTHOR", content: true },
  "manage users": { from: "ADMIN" },
  "manage options": { from: "ADMIN" },
  "manage jobs": { from: "ADMIN" },
  "manage redirects": { from: "ADMIN" },
  "manage followers": { from: "ADMIN" },
  "manage webhooks": { from: "ADMIN" },
  "move the site": { from: "ADMIN" },
  "manage backups": { from: "ADMIN" },
  "read the audit log": { from: "ADMIN" },
  "look after storage": { from: "SYSTEM" },
} as const satisfies Record<string, Entry>;
type Entry = { from: Actor["role"]; content?: true };

/** Reads, writes in one transaction, or runs several operations. */
export type OperationKind = "query" | "mutation" | "procedure";

export type Ability = keyof typeof table;
const entryOf = (ability: Ability): Entry | undefined => table[ability];

/** Whether the actor's token, if there is one, reaches this ability; `content:write` includes reading. */
function isInScope({ scopes: given }: Actor, ability: Ability, kind: OperationKind): boolean {
  if (given === null || given.includes("admin")) return true;
  return (
    entryOf(ability)?.content === true &&
    (given.includes("content:write") || (kind === "query" && given.includes("content:read")))
  );
}

/** Whether the actor's role and token allow it, whatever the record. */
export function can(actor: Actor, ability: Ability): boolean {
  const entry = entryOf(ability);
  return entry !== undefined && rank[actor.role] >= rank[entry.from] && isInScope(actor, ability, "query");
}

/** All that the actor's role and token allow, such as for a page that shows what somebody may do and nothing else. */
export const abilitiesOf = (actor: Actor): Ability[] =>
  (Object.keys(table) as Ability[]).filter((ability) => can(actor, ability));

/** Whether an account's role changed. */
export const isOtherRole = (role: string, before: string): boolean => role !== before;

/** Whether an ability is about content, which people add and delete, and not about who may sign in or how the site runs. */
export const isOfContent = (ability: Ability): boolean => entryOf(ability)?.content === true;

/** Whether it is the program itself, or its command line. */
export const isSystem = (actor: Actor): boolean => actor.role === "SYSTEM";

/** Whether somebody writes here; anybody may be let in as a reader, where registration is open. */
export const isStaff = ({ role }: Pick<Actor, "role">): boolean => rank[role] >= rank.AUTHOR;

/** Whether somebody may change what all others wrote. */
export const isEditor = ({ role }: Pick<Actor, "role">): boolean => rank[role] >= rank.EDITOR;

export const staffRoles: readonly Role[] = roles.filter((role) => isStaff({ role }));

export const isSignedIn = (actor: Actor): boolean => actor.role !== "VISITOR";

/** Refuses with `unauthenticated` or `forbidden` unless role and token allow an operation of this `kind`. */
export function authorize(actor: Actor, ability: Ability, kind: OperationKind = "query"): void {
  if (can(actor, ability) && isInScope(actor, ability, kind)) return;
  if (!isSignedIn(actor)) throw new AppError("unauthenticated", "Please sign in first.");
  if (can({ ...actor, scopes: null }, ability))
    throw new AppError("forbidden", `The scopes of this access token (${actor.scopes?.join(", ")}) do not allow this.`);
  throw new AppError("forbidden", `Your role (${actor.role}) does not allow this.`);
}

/** Whether this actor may change this text: their own, or any with the wider ability. */
export const mayEdit = (actor: Actor, record: { authorId: number | null }): boolean =>
  can(actor, "edit every post") ||
  (can(actor, "write posts") && record.authorId !== null && record.authorId === actor.id);

/** Refuses with `forbidden` unless this actor may change this text. */
export function authorizeEdit(actor: Actor, record: { authorId: number | null }): void {
  authorize(actor, "write posts");
  if (!mayEdit(actor, record))
    throw new AppError("forbidden", "Authors can change only their own texts.", { reason: "own_texts_only" });
}
