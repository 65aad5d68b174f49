"use client";
import { clsx } from "clsx";
import { useFormatter, useNow, useTranslations } from "next-intl";
import { Badge, StateDot } from "../ui/badge";
import { Link } from "../ui/link";
import { TableCell, TableRow } from "../ui/table";
import { When } from "../ui/when";
import { dotOf, type ListedPost, shownState } from "../editor/listed-post";
import { RowMenu } from "./row-menu";

type Props = { post: ListedPost; isSelected: boolean; onToggle: () => void };

/** One post of the list: title, state, actions. */
export function PostRow({ post, isSelected, onToggle }: Props) {
  const t = useTranslations("posts");
  const format = useFormatter();
  const state = shownState(post, useNow());
  const wasSeen = state === "published" || state === "private";
  const notes = [
    ...post.categories,
    post.author,
    post.isPinned && t("notes.pinned"),
    post.locked && t("notes.locked"),
    post.inProgress && t("notes.inProgress"),
  ].filter(Boolean);
  return (
    <TableRow
      data-row={post.id}
      aria-selected={isSelected}
      className={clsx(
        "has-[a:focus-visible]:bg-ink/[0.03] max-sm:border-b max-sm:py-3 max-sm:pr-11 max-sm:pl-11 max-sm:last:border-0",
        isSelected && "bg-[color-mix(in_srgb,var(--accent)_5%,var(--raised))]",
      )}
    >
      <TableCell className="max-sm:absolute max-sm:top-3 max-sm:left-3.5">
        <input
          type="checkbox"
          checked={isSelected}
          onChange={onToggle}
          aria-label={t("select", { title: post.title })}
        />
      </TableCell>
      <TableCell className="min-w-0">
        <Link
          href={`/admin/posts/${post.id}`}
          className="text-[0.95rem] leading-snug font-[560] break-words no-underline hover:underline hover:underline-offset-3"
        >
          {post.title}
        </Link>
        {notes.length > 0 && <div className="mt-px text-[0.8rem] text-soft">{notes.join(" · ")}</div>}
      </TableCell>
      <TableCell className="max-sm:inline-block max-sm:pr-3!">
        <StateDot dot={dotOf[state]}>{t(`state.${state}`)}</StateDot>
      </TableCell>
      <TableCell className="max-w-56 max-lg:hidden max-sm:hidden">
        <span className="flex flex-wrap gap-1">
          {post.tags.slice(0, 3).map((tag) => (
            <Badge key={tag.id} color={tag.color}>
              {tag.name}
            </Badge>
          ))}
          {post.tags.length > 3 && <Badge>+{post.tags.length - 3}</Badge>}
        </span>
      </TableCell>
      <TableCell className="text-right max-sm:hidden">
        {wasSeen ? format.number(post.visits) : <span className="text-soft">–</span>}
      </TableCell>
      <TableCell className="max-sm:inline-block max-sm:text-soft">
        <When at={post.createTime} />
      </TableCell>
      <TableCell className="text-right max-sm:absolute max-sm:top-2 max-sm:right-1.5">
        <RowMenu post={post} state={state} />
      </TableCell>
    </TableRow>
  );
}
