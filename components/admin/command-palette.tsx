"use client";
import { Command } from "cmdk";
import {
  ExternalLink,
  FolderTree,
  History,
  Keyboard,
  LogOut,
  type LucideIcon,
  Monitor,
  Moon,
  NotebookPen,
  PenLine,
  StickyNote,
  Sun,
  Tag,
  Upload,
  UserPlus,
} from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { Ability } from "../../lib/core/access";
import type { Found, FoundKind } from "../../lib/features/finding/schema";
import type { Shell } from "../../lib/features/statistics/dashboard-schema";
import { titleRank } from "../../lib/text/ranking";
import { Dialog, DialogContent } from "../ui/dialog";
import { handFiles } from "../ui/handed-files";
import { mayLeaveFor } from "../ui/leaving";
import { sayFailed } from "../ui/toaster";
import { useFound } from "../ui/use-found";
import { allPlaces } from "./destinations";
import { foundPlaces } from "./found-places";
import { noteRecent, recentOf } from "./recent";
import { chooseScheme } from "./scheme";
import { signOut } from "./sign-out";
import { useDashboardRouter } from "../ui/use-dashboard-router";

/** The fewest characters to search for; fewer match everything. */
const LEAST = 2;

type Props = { shell: Shell; onKeys: () => void; open: boolean; onOpenChange: (open: boolean) => void };
/** `also`: other words that find it. */
type Entry = { id: string; label: string; note?: string; also?: string; icon: LucideIcon; run: () => void };
type Group = { heading: string; entries: Entry[] };

const groupLook =
  "px-1.5 py-1 [&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:py-1.5 [&_[cmdk-group-heading]]:text-[0.76rem] [&_[cmdk-group-heading]]:text-soft";
const itemLook =
  "flex cursor-default items-center gap-2.5 rounded-md px-2.5 py-2 data-[selected=true]:bg-ink/7 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-soft";

/** Opens the browser's dialog for files. */
function chooseFiles(onFiles: (files: File[]) => void): void {
  const input = document.createElement("input");
  input.type = "file";
  input.multiple = true;
  input.addEventListener("change", () => input.files && input.files.length > 0 && onFiles([...input.files]));
  input.click();
}

/** The commands of the palette, as far as this person may run them. */
function useCommands(shell: Shell, onKeys: () => void, go: (href: string) => () => void): Group[] {
  const t = useTranslations("admin");
  const may = (ability: Ability) => shell.abilities.includes(ability);
  const upload = () =>
    chooseFiles((files) => {
      handFiles(files);
      go("/admin/media")();
    });
  const leave = async () => {
    if (!(await signOut())) sayFailed(t("signOutFailed"));
  };
  const schemes = [
    ["light", Sun],
    ["dark", Moon],
    ["auto", Monitor],
  ] as const;
  const making: [Ability, Entry][] = [
    ["write posts", { id: "new-post", label: t("newPost"), icon: PenLine, run: go("/admin/posts/new") }],
    ["write sheets", { id: "new-sheet", label: t("newSheet"), icon: StickyNote, run: go("/admin/sheets/new") }],
    [
      "write journals",
      { id: "new-journal", label: t("palette.newJournal"), icon: NotebookPen, run: go("/admin/journals") },
    ],
    ["upload files", { id: "upload", label: t("palette.upload"), icon: Upload, run: upload }],
    ["manage taxonomy", { id: "new-tag", label: t("newTag"), icon: Tag, run: go("/admin/tags?new=1") }],
    [
      "manage taxonomy",
      { id: "new-category", label: t("newCategory"), icon: FolderTree, run: go("/admin/categories?new=1") },
    ],
    ["manage users", { id: "invite", label: t("palette.invite"), icon: UserPlus, run: go("/admin/users?invite=1") }],
  ];
  return [
    {
      heading: t("palette.goTo"),
      entries: allPlaces(shell).map(({ href, name, icon, within }) => ({
        id: href,
        label: t(`nav.${name}`),
        ...(within !== undefined && { also: t(`nav.${within}`) }),
        icon,
        run: go(href),
      })),
    },
    { heading: t("palette.create"), entries: making.flatMap(([ability, entry]) => (may(ability) ? [entry] : [])) },
    {
      heading: t("palette.run"),
      entries: [
        { id: "view-site", label: t("viewSite"), icon: ExternalLink, run: () => window.location.assign("/") },
        { id: "keys", label: t("keys.title"), icon: Keyboard, run: onKeys },
        ...schemes.map(([name, icon]) => ({
          id: name,
          label: t("scheme.use", { name: t(`scheme.${name}`) }),
          also: t("scheme.also"),
          icon,
          run: () => chooseScheme(name === "auto" ? null : name),
        })),
        { id: "sign-out", label: t("signOut"), icon: LogOut, run: () => void leave() },
      ],
    },
  ];
}

/** The entries that fit what is typed, the best first. */
const fitting = (entries: readonly Entry[], text: string): Entry[] =>
  entries
    .flatMap((entry) => {
      const rank = titleRank(entry.label, text) ?? (entry.also && titleRank(entry.also, text) !== null ? 4 : null);
      return rank === null ? [] : [{ entry, rank }];
    })
    .sort((a, b) => a.rank - b.rank)
    .map(({ entry }) => entry);

/** The command palette: finds anything by its name and opens it, goes to every page, and does what needs no page. */
export function CommandPalette({ shell, onKeys, open, onOpenChange }: Props) {
  const t = useTranslations("admin");
  const router = useDashboardRouter();
  const [text, setText] = useState("");
  const found = useFound<Found>("/admin/find", open ? text : "", LEAST);
  const change = (next: boolean) => {
    setText("");
    onOpenChange(next);
  };
  const go = (href: string) => () => {
    if (mayLeaveFor(href)) router.push(href);
  };
  const commands = useCommands(shell, onKeys, go);
  /** Opens what was found, and notes that. */
  const opening = (href: string, label: string, kind: string) => () => {
    noteRecent(shell.userId, { href, label, kind });
    go(href)();
  };
  const isFoundKind = (kind: string): kind is FoundKind => kind in foundPlaces;
  const recent: Group = {
    heading: t("palette.recent"),
    entries: open
      ? recentOf(shell.userId).map(({ href, label, kind }) => ({
          id: `recent ${href}`,
          label,
          icon: isFoundKind(kind) ? foundPlaces[kind].icon : History,
          run: opening(href, label, kind),
        }))
      : [],
  };
  const byKind = new Map<FoundKind, Entry[]>();
  for (const one of found ?? []) {
    const { icon, hrefOf } = foundPlaces[one.kind];
    const href = hrefOf(one);
    const entry = {
      id: `${one.kind} ${one.key} ${one.name}`,
      label: one.name,
      note: one.note,
      icon,
      run: opening(href, one.name, one.kind),
    };
    byKind.set(one.kind, [...(byKind.get(one.kind) ?? []), entry]);
  }
  // What the server finds comes below, so that nothing moves under a finger that is about to press Enter.
  const groups = (
    text.trim() === ""
      ? [recent, ...commands]
      : [
          ...commands.map(({ heading, entries }) => ({ heading, entries: fitting(entries, text) })),
          ...[...byKind].map(([kind, entries]) => ({ heading: t(`palette.kinds.${kind}`), entries })),
        ]
  ).filter(({ entries }) => entries.length > 0);
  const count = groups.reduce((all, { entries }) => all + entries.length, 0);
  return (
    <Dialog open={open} onOpenChange={change}>
      <DialogContent title={t("palette.title")} hideTitle className="overflow-hidden">
        <Command label={t("palette.title")} loop shouldFilter={false} className="flex min-h-0 flex-col">
          <Command.Input
            value={text}
            onValueChange={setText}
            maxLength={100}
            placeholder={t("palette.placeholder")}
            className="w-full border-b bg-transparent px-4 py-3.5 text-[1rem] outline-none placeholder:text-soft"
          />
          <p role="status" className="sr-only">
            {text.trim() !== "" && found !== null && t("palette.found", { count })}
          </p>
          <Command.List label={t("palette.title")} className="max-h-[min(24rem,55vh)] scroll-py-1 overflow-y-auto py-1">
            {groups.length === 0 && (
              <Command.Empty className="px-4 py-8 text-center text-soft">
                {found === null ? t("palette.searching") : t("palette.nothing", { text })}
              </Command.Empty>
            )}
            {groups.map(({ heading, entries }) => (
              <Command.Group key={heading} heading={heading} className={groupLook}>
                {entries.map(({ id, label, note, icon: Icon, run }) => (
                  <Command.Item
                    key={id}
                    value={id}
                    className={itemLook}
                    onSelect={() => {
                      change(false);
                      run();
                    }}
                  >
                    <Icon aria-hidden />
                    <span className="truncate">{label}</span>
                    {note && <span className="ml-auto max-w-[45%] truncate pl-3 text-[0.8rem] text-soft">{note}</span>}
                  </Command.Item>
                ))}
              </Command.Group>
            ))}
          </Command.List>
        </Command>
      </DialogContent>
    </Dialog>
  );
}
