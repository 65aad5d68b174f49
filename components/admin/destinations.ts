import { FileText, FolderTree, type LucideIcon, Tag } from "lucide-react";
import type { Shell } from "../../lib/dashboard/schema";

export type Destination = { href: string; name: "posts" | "categories" | "tags"; icon: LucideIcon; count?: number };

/** Where the rail and the command palette lead to: what exists, and what this person may do. */
export const destinations = (shell: Shell): Destination[] => [
  { href: "/admin/posts", name: "posts", icon: FileText, count: shell.posts.all },
  { href: "/admin/categories", name: "categories", icon: FolderTree, count: shell.categories },
  { href: "/admin/tags", name: "tags", icon: Tag, count: shell.tags },
];

/** The editor has the whole window to itself. */
export const isEditor = (path: string): boolean => /^\/admin\/posts\/(\d+|new)(\/|$)/.test(path);
