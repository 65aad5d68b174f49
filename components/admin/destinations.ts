import { FileText, FolderTree, type LucideIcon, ShieldCheck, Tag, UserRound, UsersRound } from "lucide-react";
import type { Shell } from "../../lib/features/statistics/dashboard-schema";
import type { Place } from "../ui/keys";

export type Destination = {
  href: string;
  name: "posts" | "categories" | "tags" | "users" | "profile" | "security";
  icon: LucideIcon;
  count?: number;
};

/** The links of the rail that this person may use. */
export const destinations = (shell: Shell): Destination[] => [
  { href: "/admin/posts", name: "posts", icon: FileText, count: shell.posts.all },
  { href: "/admin/categories", name: "categories", icon: FolderTree, count: shell.categories },
  { href: "/admin/tags", name: "tags", icon: Tag, count: shell.tags },
  ...(shell.mayManageUsers
    ? [{ href: "/admin/users", name: "users" as const, icon: UsersRound, count: shell.users }]
    : []),
];

/** One's own pages, in the account menu. */
export const ownDestinations: Destination[] = [
  { href: "/admin/profile", name: "profile", icon: UserRound },
  { href: "/admin/security", name: "security", icon: ShieldCheck },
];

/** The editor fills the window. */
const isEditor = (path: string): boolean => /^\/admin\/posts\/(\d+|new)(\/|$)/.test(path);

/** The keys of a page, its own first. */
export const keyPlaces = (path: string): Place[] =>
  isEditor(path) ? ["editor", "text", "anywhere"] : path === "/admin/posts" ? ["list", "anywhere"] : ["anywhere"];
