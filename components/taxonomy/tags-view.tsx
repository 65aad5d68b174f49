"use client";
import { GitMerge, MoreHorizontal, Pencil, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { deleteTagAction } from "../../app/admin/tags/actions";
import type { Tag } from "../../lib/features/taxonomy/tags/schema";
import { Page, PageAction } from "../admin/page";
import { Swatch } from "../ui/badge";
import { Button } from "../ui/button";
import { ConfirmDialog } from "../ui/confirm-dialog";
import { DropdownMenu, DropdownMenuContent, DropdownMenuItem, DropdownMenuTrigger } from "../ui/dropdown-menu";
import { Empty } from "../ui/empty";
import { Input } from "../ui/input";
import { late } from "../ui/late";
import { Link } from "../ui/link";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "../ui/table";
import { useAction } from "../ui/use-action";
import { MergeDialog } from "./merge-dialog";

const TagDialog = late(async () => (await import("./tag-dialog")).TagDialog);

type Props = { tags: Tag[]; mayManage: boolean; beginsNew: boolean };
type Doing = { what: "new" } | { what: "edit" | "merge" | "delete"; tag: Tag };

/** The tags: names, colours, numbers of posts. */
export function TagsView({ tags, mayManage, beginsNew }: Props) {
  const t = useTranslations("taxonomy.tags");
  const [doing, setDoing] = useState<Doing | null>(beginsNew && mayManage ? { what: "new" } : null);
  const [text, setText] = useState("");
  const { run } = useAction();
  const shown = tags.filter((tag) => tag.name.toLowerCase().includes(text.trim().toLowerCase()));
  const stop = () => setDoing(null);
  const begin = () => setDoing({ what: "new" });
  return (
    <Page
      title={t("title")}
      action={
        mayManage && tags.length > 0 ? <PageAction label={t("new")} onClick={begin} {...TagDialog.opener} /> : undefined
      }
    >
      {tags.length === 0 ? (
        <Empty
          text={t("empty")}
          action={
            mayManage && (
              <Button look="strong" onClick={begin} {...TagDialog.opener}>
                {t("new")}
              </Button>
            )
          }
        />
      ) : (
        <>
          <Input
            type="search"
            value={text}
            onChange={(event) => setText(event.target.value)}
            placeholder={t("find")}
            aria-label={t("find")}
            className="mb-3 max-w-96"
          />
          {shown.length === 0 ? (
            <Empty
              text={t("notFound", { text })}
              action={<Button onClick={() => setText("")}>{t("showAll")}</Button>}
            />
          ) : (
            <Table aria-label={t("title")}>
              <TableHead className="max-sm:sr-only">
                <TableRow>
                  <TableHeader>{t("name")}</TableHeader>
                  <TableHeader>{t("slug")}</TableHeader>
                  <TableHeader className="text-right">{t("count")}</TableHeader>
                  <TableHeader className="w-12">
                    <span className="sr-only">{t("actions")}</span>
                  </TableHeader>
                </TableRow>
              </TableHead>
              <TableBody>
                {shown.map((tag) => (
                  <TableRow key={tag.id} className="max-sm:border-b max-sm:px-3.5 max-sm:py-2.5 max-sm:last:border-0">
                    <TableCell>
                      <span className="flex items-center gap-2.5">
                        <Swatch color={tag.color} />
                        {mayManage ? (
                          <button
                            type="button"
                            className="text-left font-[560] break-all hover:underline hover:underline-offset-3"
                            onClick={() => setDoing({ what: "edit", tag })}
                          >
                            {tag.name}
                          </button>
                        ) : (
                          <span className="font-[560] break-all">{tag.name}</span>
                        )}
                      </span>
                    </TableCell>
                    <TableCell className="text-soft max-sm:inline-block max-sm:pr-3! max-sm:pl-6! max-sm:break-all">
                      {tag.slug}
                    </TableCell>
                    <TableCell className="text-right max-sm:inline-block max-sm:text-soft">
                      <Link
                        href={`/admin/posts?tag=${tag.id}`}
                        className="underline-offset-3 hover:underline"
                        aria-label={t("postsWith", { count: tag.postCount, name: tag.name })}
                      >
                        {tag.postCount}
                        <span className="sm:hidden"> {t("posts", { count: tag.postCount })}</span>
                      </Link>
                    </TableCell>
                    <TableCell className="text-right max-sm:absolute max-sm:top-2 max-sm:right-1.5">
                      {mayManage && (
                        <TagMenu tag={tag} canMerge={tags.length > 1} onDo={(what) => setDoing({ what, tag })} />
                      )}
                    </TableCell>
                  </TableRow>
                ))}
              </TableBody>
            </Table>
          )}
        </>
      )}
      {(doing?.what === "new" || doing?.what === "edit") && (
        <TagDialog {...(doing.what === "edit" && { tag: doing.tag })} onClose={stop} />
      )}
      {doing?.what === "merge" && <MergeDialog into={doing.tag} tags={tags} onClose={stop} />}
      {doing?.what === "delete" && (
        <ConfirmDialog
          open
          onOpenChange={stop}
          title={t("deleteTitle", { name: doing.tag.name })}
          text={t("deleteText", { count: doing.tag.postCount })}
          action={t("delete")}
          onConfirm={() => run(() => deleteTagAction({ tagId: doing.tag.id }), t("deleted", { name: doing.tag.name }))}
        />
      )}
    </Page>
  );
}

function TagMenu({
  tag,
  canMerge,
  onDo,
}: {
  tag: Tag;
  canMerge: boolean;
  onDo: (what: "edit" | "merge" | "delete") => void;
}) {
  const t = useTranslations("taxonomy.tags");
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button look="quiet" size="smallIcon" aria-label={t("actionsFor", { name: tag.name })}>
          <MoreHorizontal aria-hidden />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        <DropdownMenuItem onSelect={() => onDo("edit")}>
          <Pencil aria-hidden />
          {t("edit")}
        </DropdownMenuItem>
        {canMerge && (
          <DropdownMenuItem onSelect={() => onDo("merge")}>
            <GitMerge aria-hidden />
            {t("merge")}
          </DropdownMenuItem>
        )}
        <DropdownMenuItem grave onSelect={() => onDo("delete")}>
          <Trash2 aria-hidden />
          {t("delete")}
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
