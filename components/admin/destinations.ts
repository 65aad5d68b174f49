import {
  CornerUpRight,
  DatabaseBackup,
  File,
  FileText,
  FolderTree,
  Gauge,
  Image,
  Images,
  KeyRound,
  Link2,
  type LucideIcon,
  ListChecks,
  ListTree,
  Mails,
  MessageSquare,
  MessageSquareText,
  NotebookPen,
  PackageCheck,
  PackageOpen,
  Palette,
  ScrollText,
  Settings,
  ShieldCheck,
  StickyNote,
  Tag,
  Trash2,
  UserRound,
  UsersRound,
  Webhook,
  Wrench,
} from "lucide-react";
import type { Ability } from "../../lib/core/access";
import type { Shell } from "../../lib/features/statistics/dashboard-schema";
import type { Place } from "../ui/keys";

export type Destination = {
  /** The word `nav.{name}`. */
  name: string;
  href: string;
  icon: LucideIcon;
  /** What it needs; where it stands for others, without: what one of them needs. */
  can?: Ability;
  /** The number beside it. */
  count?: keyof Shell["counts"];
  /** The number is of what waits for somebody, and is shown so. */
  waits?: true;
  /** The places that it stands for, where more than one is open to somebody; shown below it while one of them is open. */
  parts?: readonly Destination[];
};

/** Every place of the dashboard, as the rail shows them. */
export const rail = [
  { name: "home", href: "/admin", icon: Gauge, can: "see the dashboard" },
  { name: "posts", href: "/admin/posts", icon: FileText, can: "write posts", count: "posts" },
  { name: "sheets", href: "/admin/sheets", icon: StickyNote, can: "write sheets", count: "sheets" },
  {
    name: "journals",
    href: "/admin/journals",
    icon: NotebookPen,
    can: "write journals",
    count: "journals",
  },
  {
    name: "media",
    href: "/admin/media",
    icon: Image,
    count: "media",
    parts: [
      { name: "files", href: "/admin/media", icon: File, can: "upload files", count: "media" },
      { name: "photos", href: "/admin/photos", icon: Images, can: "manage photos", count: "photos" },
    ],
  },
  {
    name: "comments",
    href: "/admin/comments",
    icon: MessageSquare,
    can: "manage comments",
    count: "comments",
    waits: true,
  },
  {
    name: "taxonomy",
    href: "/admin/categories",
    icon: FolderTree,
    parts: [
      {
        name: "categories",
        href: "/admin/categories",
        icon: FolderTree,
        can: "see the dashboard",
        count: "categories",
      },
      { name: "tags", href: "/admin/tags", icon: Tag, can: "see the dashboard", count: "tags" },
    ],
  },
  { name: "links", href: "/admin/links", icon: Link2, can: "manage links", count: "links" },
  {
    name: "appearance",
    href: "/admin/appearance",
    icon: Palette,
    parts: [
      { name: "look", href: "/admin/appearance", icon: Palette, can: "manage options" },
      { name: "menus", href: "/admin/menus", icon: ListTree, can: "manage menus" },
    ],
  },
  {
    name: "people",
    href: "/admin/users",
    icon: UsersRound,
    parts: [
      { name: "users", href: "/admin/users", icon: UsersRound, can: "manage users", count: "users" },
      { name: "followers", href: "/admin/followers", icon: Mails, can: "manage followers" },
    ],
  },
  { name: "deleted", href: "/admin/deleted", icon: Trash2, can: "put back what was deleted" },
  { name: "settings", href: "/admin/settings", icon: Settings, can: "manage options" },
  {
    name: "tools",
    href: "/admin/jobs",
    icon: Wrench,
    can: "manage jobs",
    parts: [
      { name: "jobs", href: "/admin/jobs", icon: ListChecks, can: "manage jobs" },
      { name: "backups", href: "/admin/tools/backups", icon: DatabaseBackup, can: "manage backups" },
      { name: "moveIn", href: "/admin/tools/move-in", icon: PackageOpen, can: "manage users" },
      { name: "moveOut", href: "/admin/tools/move-out", icon: PackageCheck, can: "move the site" },
      { name: "redirects", href: "/admin/tools/redirects", icon: CornerUpRight, can: "manage redirects" },
      { name: "logs", href: "/admin/logs", icon: ScrollText, can: "read the audit log" },
      { name: "webhooks", href: "/admin/webhooks", icon: Webhook, can: "manage webhooks" },
      { name: "tokens", href: "/admin/tokens", icon: KeyRound, can: "be signed in" },
    ],
  },
] as const satisfies readonly Destination[];

/** One's own pages, in the account menu. */
export const ownDestinations: Destination[] = [
  { name: "profile", href: "/admin/profile", icon: UserRound, can: "be signed in" },
  { name: "security", href: "/admin/security", icon: ShieldCheck, can: "be signed in" },
  { name: "ownComments", href: "/admin/profile/comments", icon: MessageSquareText, can: "be signed in" },
  { name: "tokens", href: "/admin/tokens", icon: KeyRound, can: "be signed in" },
];

/** A place as this person sees it: with the parts that are open to them, or that part, if it is only one. */
function asSeen(place: Destination, isOpen: (place: Destination) => boolean): Destination | null {
  if (!isOpen(place)) return null;
  if (!place.parts) return place;
  const [first, ...others] = place.parts.filter(isOpen);
  if (!first) return null;
  return others.length === 0 ? first : { ...place, href: first.href, parts: [first, ...others] };
}

/** The places that this person may go to; for somebody who has none but their own, those. */
export function destinations({ abilities }: Shell): Destination[] {
  const isOpen = ({ can }: Destination) => can === undefined || abilities.includes(can);
  const shown = rail.flatMap((place) => asSeen(place, isOpen) ?? []);
  return shown.length > 0 ? shown : ownDestinations.filter(isOpen);
}

/** Every place that this person may go to, once each: those of the rail with their parts, and one's own. `within` is what stands for it. */
export function allPlaces(shell: Shell): (Destination & { within?: string })[] {
  const places = [
    ...destinations(shell).flatMap((place) => place.parts?.map((part) => ({ ...part, within: place.name })) ?? [place]),
    ...ownDestinations,
  ];
  return [...new Map(places.map((place) => [place.href, place])).values()];
}

/** The editor fills the window. */
const isEditor = (path: string): boolean => /^\/admin\/(posts|sheets)\/(\d+|new)(\/|$)/.test(path);

/** The keys of a page, its own first. */
export const keyPlaces = (path: string, hasList: boolean): Place[] =>
  isEditor(path) ? ["editor", "text", "anywhere"] : hasList ? ["list", "anywhere"] : ["anywhere"];
