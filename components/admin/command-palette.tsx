"use client";
import { Command } from "cmdk";
import { ExternalLink, FileText, FolderTree, Monitor, Moon, PenLine, Sun, Tag } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { type ReactNode, useState } from "react";
import type { Shell } from "../../lib/dashboard/schema";
import { Dialog, DialogContent } from "../ui/dialog";
import { destinations } from "./destinations";
import { chooseScheme } from "./scheme";
import { useFoundPosts } from "./use-found-posts";

type Props = { shell: Shell; open: boolean; onOpenChange: (open: boolean) => void };

const groupLook = "px-1.5 py-1 [&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:py-1.5 [&_[cmdk-group-heading]]:text-[0.76rem] [&_[cmdk-group-heading]]:text-soft";

const Item = ({ value, keywords, onSelect, children }: { value: string; keywords?: string[]; onSelect: () => void; children: ReactNode }) => (
  <Command.Item value={value} keywords={keywords} onSelect={onSelect} className="flex cursor-default items-center gap-2.5 rounded-md px-2.5 py-2 data-[selected=true]:bg-ink/7 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-soft">
    {children}
  </Command.Item>
);

/** Go to, create, find, run: everything from the keyboard. */
export function CommandPalette({ shell, open, onOpenChange }: Props) {
  const t = useTranslations("admin");
  const router = useRouter();
  const [text, setText] = useState("");
  const found = useFoundPosts(open ? text : "");
  const leave = (run: () => void) => () => {
    onOpenChange(false);
    setText("");
    run();
  };
  const go = (href: string) => leave(() => router.push(href));
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent title={t("palette.title")} hideTitle className="overflow-hidden p-0">
        <Command label={t("palette.title")} loop className="flex min-h-0 flex-col">
          <Command.Input value={text} onValueChange={setText} placeholder={t("palette.placeholder")} className="w-full border-b bg-transparent px-4 py-3.5 text-[1rem] outline-none placeholder:text-soft" />
          <Command.List className="max-h-[min(24rem,55vh)] scroll-py-1 overflow-y-auto py-1">
            <Command.Empty className="px-4 py-8 text-center text-soft">{t("palette.nothing", { text })}</Command.Empty>
            {found.length > 0 && (
              <Command.Group heading={t("palette.posts")} className={groupLook} forceMount>
                {found.map((post) => (
                  // What was typed is part of the value: the server has found it, the palette must not hide it.
                  <Item key={post.id} value={`post ${post.id} ${text}`} onSelect={go(`/admin/posts/${post.id}`)}>
                    <FileText aria-hidden />
                    <span className="truncate">{post.title}</span>
                  </Item>
                ))}
              </Command.Group>
            )}
            <Command.Group heading={t("palette.goTo")} className={groupLook}>
              {destinations(shell).map(({ href, name, icon: Icon }) => (
                <Item key={href} value={`go ${name}`} keywords={[t(`nav.${name}`)]} onSelect={go(href)}>
                  <Icon aria-hidden />
                  {t(`nav.${name}`)}
                </Item>
              ))}
            </Command.Group>
            <Command.Group heading={t("palette.create")} className={groupLook}>
              <Item value="new post" keywords={[t("newPost")]} onSelect={go("/admin/posts/new")}>
                <PenLine aria-hidden />
                {t("newPost")}
              </Item>
              {shell.mayManageTaxonomy && (
                <>
                  <Item value="new tag" keywords={[t("newTag")]} onSelect={go("/admin/tags?new=1")}>
                    <Tag aria-hidden />
                    {t("newTag")}
                  </Item>
                  <Item value="new category" keywords={[t("newCategory")]} onSelect={go("/admin/categories?new=1")}>
                    <FolderTree aria-hidden />
                    {t("newCategory")}
                  </Item>
                </>
              )}
            </Command.Group>
            <Command.Group heading={t("palette.run")} className={groupLook}>
              <Item value="view site" keywords={[t("viewSite")]} onSelect={leave(() => window.location.assign("/"))}>
                <ExternalLink aria-hidden />
                {t("viewSite")}
              </Item>
              {([["light", Sun], ["dark", Moon], ["auto", Monitor]] as const).map(([name, Icon]) => (
                <Item key={name} value={`colours ${name}`} keywords={[t("scheme.label"), t(`scheme.${name}`)]} onSelect={leave(() => chooseScheme(name === "auto" ? null : name))}>
                  <Icon aria-hidden />
                  {t("scheme.use", { name: t(`scheme.${name}`) })}
                </Item>
              ))}
            </Command.Group>
          </Command.List>
        </Command>
      </DialogContent>
    </Dialog>
  );
}
