"use client";
import { useTranslations } from "next-intl";
import { Checkbox } from "../ui/checkbox";
import { SortableHeader, Table, TableBody, TableHead, TableHeader, TableRow } from "../ui/table";
import { addressOf, type ListView } from "./list-address";
import type { ListedPost } from "../editor/listed-post";
import { PostRow } from "./post-row";
import { SelectionNote } from "./selection-note";
import type { Selection } from "./use-selection";

type Props = { view: ListView; posts: ListedPost[]; selection: Selection; total: number };

/** One page of posts; on a phone its rows are cards. */
export function PostTable({ view, posts, selection, total }: Props) {
  const t = useTranslations("posts");
  const [sorted, direction] = view.sort.split(",");
  const sortable = (name: string, first: "asc" | "desc") => {
    const isHere = sorted === name;
    const next = isHere ? (direction === "asc" ? "desc" : "asc") : first;
    return {
      href: addressOf(view, { sort: `${name},${next}` }),
      ...(isHere && { sorted: direction === "asc" ? ("ascending" as const) : ("descending" as const) }),
    };
  };
  return (
    <>
      <SelectionNote selection={selection} onPage={posts.length} total={total} />
      <Table aria-label={t("title")} className="max-sm:border-0 max-sm:bg-transparent">
        <TableHead>
          <TableRow className="max-sm:mb-2 max-sm:flex max-sm:items-center max-sm:gap-4 max-sm:overflow-x-auto max-sm:[&>th]:border-0 max-sm:[&>th]:p-0 max-sm:[&>th]:py-1">
            <TableHeader className="w-11 max-sm:pl-3.5!">
              <Checkbox
                aria-label={t("selectPage")}
                checked={selection.page === "all"}
                indeterminate={selection.page === "some"}
                onChange={selection.togglePage}
              />
            </TableHeader>
            <SortableHeader {...sortable("title", "asc")}>{t("columns.title")}</SortableHeader>
            <TableHeader className="max-sm:sr-only">{t("columns.state")}</TableHeader>
            <TableHeader className="max-lg:hidden max-sm:sr-only">{t("columns.tags")}</TableHeader>
            <SortableHeader {...sortable("visits", "desc")} className="sm:text-right">
              {t("columns.views")}
            </SortableHeader>
            <SortableHeader {...sortable("createTime", "desc")}>{t("columns.date")}</SortableHeader>
            <TableHeader className="w-12 max-sm:sr-only">
              <span className="sr-only">{t("columns.actions")}</span>
            </TableHeader>
          </TableRow>
        </TableHead>
        <TableBody className="max-sm:rounded-lg max-sm:border max-sm:bg-raised">
          {posts.map((post) => (
            <PostRow
              key={post.id}
              post={post}
              isSelected={selection.isSelected(post.id)}
              onToggle={() => selection.toggle(post.id)}
            />
          ))}
        </TableBody>
      </Table>
    </>
  );
}
