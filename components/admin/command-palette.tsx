"use client";
import { Command } from "cmdk";
import {
  ExternalLink,
  FileText,
  FolderTree,
  Keyboard,
  type LucideIcon,
  Monitor,
  Moon,
  PenLine,
  Sun,
  Tag,
} from "lucide-react";
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useState } from "react";
import type { Shell } from "../../lib/features/statistics/dashboard-schema";
import { Dialog, DialogContent } from "../ui/dialog";
import { destinations, ownDestinations } from "./destinations";
import { chooseScheme } from "./scheme";
import { useFoundPosts } from "./use-found-posts";

type Props = { shell: Shell; onKeys: () => void; open: boolean; onOpenChange: (open: boolean) => void };
type Entry = { id: string; label: string; icon: LucideIcon; run: () => void };

const groupLook =
  "px-1.5 py-1 [&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:py-1.5 [&_[cmdk-group-heading]]:text-[0.76rem] [&_[cmdk-group-heading]]:text-soft";
const itemLook =
  "flex cursor-default items-center gap-2.5 rounded-md px-2.5 py-2 data-[selected=true]:bg-ink/7 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-soft";

/** The command palette: go to, create, find, run. */
export function CommandPalette({ shell, onKeys, open, onOpenChange }: Props) {
  const t = useTranslations("admin");
  const router = useRouter();
  const [text, setText] = useState("");
  const found = useFoundPosts(open ? text : "");
  const change = (next: boolean) => {
    setText("");
    onOpenChange(next);
  };
  const go = (href: string) => () => router.push(href);
  const schemes = [
    ["light", Sun],
    ["dark", Moon],
    ["auto", Monitor],
  ] as const;
  const commands: { heading: string; entries: Entry[] }[] = [
    {
      heading: t("palette.goTo"),
      entries: [...destinations(shell), ...ownDestinations].map(({ href, name, icon }) => ({
        id: href,
        label: t(`nav.${name}`),
        icon,
        run: go(href),
      })),
    },
    {
      heading: t("palette.create"),
      entries: [
        { id: "new-post", label: t("newPost"), icon: PenLine, run: go("/admin/posts/new") },
        ...(shell.mayManageTaxonomy
          ? [
              { id: "new-tag", label: t("newTag"), icon: Tag, run: go("/admin/tags?new=1") },
              { id: "new-category", label: t("newCategory"), icon: FolderTree, run: go("/admin/categories?new=1") },
            ]
          : []),
      ],
    },
    {
      heading: t("palette.run"),
      entries: [
        { id: "view-site", label: t("viewSite"), icon: ExternalLink, run: () => window.location.assign("/") },
        { id: "keys", label: t("keys.title"), icon: Keyboard, run: onKeys },
        ...schemes.map(([name, icon]) => ({
          id: name,
          label: t("scheme.use", { name: t(`scheme.${name}`) }),
          icon,
          run: () => chooseScheme(name === "auto" ? null : name),
        })),
      ],
    },
  ];
  const words = text.toLowerCase().split(/\s+/);
  // The server has found the posts; only the commands are filtered here.
  const groups = [
    {
      heading: t("palette.posts"),
      entries: (found ?? []).map(({ id, title }): Entry => ({
        id: `post-${id}`,
        label: title,
        icon: FileText,
        run: go(`/admin/posts/${id}`),
      })),
    },
    ...commands.map(({ heading, entries }) => ({
      heading,
      entries: entries.filter(({ label }) => words.every((word) => label.toLowerCase().includes(word))),
    })),
  ].filter(({ entries }) => entries.length > 0);
  return (
    <Dialog open={open} onOpenChange={change}>
      <DialogContent title={t("palette.title")} hideTitle className="overflow-hidden">
        <Command label={t("palette.title")} loop shouldFilter={false} className="flex min-h-0 flex-col">
          <Command.Input
            value={text}
            onValueChange={setText}
            placeholder={t("palette.placeholder")}
            className="w-full border-b bg-transparent px-4 py-3.5 text-[1rem] outline-none placeholder:text-soft"
          />
          <Command.List label={t("palette.title")} className="max-h-[min(24rem,55vh)] scroll-py-1 overflow-y-auto py-1">
            {groups.length === 0 && (
              <Command.Empty className="px-4 py-8 text-center text-soft">
                {found === null ? t("palette.searching") : t("palette.nothing", { text })}
              </Command.Empty>
            )}
            {groups.map(({ heading, entries }) => (
              <Command.Group key={heading} heading={heading} className={groupLook}>
                {entries.map(({ id, label, icon: Icon, run }) => (
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
