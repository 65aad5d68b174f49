import {
  FileText,
  FolderTree,
  Image,
  type LucideIcon,
  MessageSquare,
  SlidersHorizontal,
  StickyNote,
  Tag,
  UserRound,
} from "lucide-react";
import type { Found, FoundKind } from "../../lib/features/finding/schema";

const query = (path: string, given: Record<string, string>) => `${path}?${new URLSearchParams(given).toString()}`;

/** Where each kind of what is found is opened, and its icon. */
export const foundPlaces: Record<FoundKind, { icon: LucideIcon; hrefOf: (found: Found) => string }> = {
  post: { icon: FileText, hrefOf: ({ key }) => `/admin/posts/${key}` },
  sheet: { icon: StickyNote, hrefOf: ({ key }) => `/admin/sheets/${key}` },
  file: { icon: Image, hrefOf: ({ key, name }) => query("/admin/media", { keyword: name, file: key }) },
  commenter: {
    icon: MessageSquare,
    hrefOf: ({ key, name }) =>
      query("/admin/comments", { state: "all", ...(key ? { email: key } : { keyword: name }) }),
  },
  user: { icon: UserRound, hrefOf: ({ key }) => `/admin/users/${key}` },
  category: { icon: FolderTree, hrefOf: ({ key }) => query("/admin/posts", { category: key }) },
  tag: { icon: Tag, hrefOf: ({ key }) => query("/admin/posts", { tag: key }) },
  setting: { icon: SlidersHorizontal, hrefOf: ({ key, group }) => query(`/admin/settings/${group}`, { setting: key }) },
};
