import { Fragment, type ReactNode } from "react";
import type { SiteLook } from "../../lib/core/looks";
import { useFormatter, useTranslations } from "../../lib/doors/words";
import type { PublicPost } from "../../lib/features/writing/schema";
import type { PublicSheet } from "../../lib/features/writing/sheets/schema";
import { looks } from "./looks/looks";
import { type Covered, TextCover } from "./pieces/cover";
import type { HeaderPart } from "./pieces/look-parts";
import { minutesToRead } from "./pieces/reading";
import { Byline, Kicker } from "./pieces/story";
import type { Metas } from "./pieces/text-metas";
import type { WrittenIn } from "./prose";
import { layoutOf } from "./template";

const DAY_MS = 86_400_000;

type Look = { look: SiteLook; written?: WrittenIn | undefined };
type HeaderProps = Look & {
  of: Covered & { metas?: Metas; title: string; hasSummary?: boolean; summary?: string | null };
  parts?: Partial<Record<HeaderPart, ReactNode>>;
};

/** What stands above a text, in the order of the look: title, summary and picture, and further parts. */
export function TextHeader({ look, of, parts, written }: HeaderProps) {
  const all = {
    title: <h1>{of.title}</h1>,
    summary: of.hasSummary && <p className="summary">{of.summary}</p>,
    cover: <TextCover of={of} look={look} />,
    ...parts,
  };
  return (
    <header {...written}>
      {looks[look].header.map((part) => (
        <Fragment key={part}>{all[part as keyof typeof all]}</Fragment>
      ))}
    </header>
  );
}

type Written = { post: PublicPost; authorUrl?: string };

function PostMeta({ post: { author, createTime, editTime, wordCount }, authorUrl }: Written) {
  const t = useTranslations("story");
  const format = useFormatter();
  const date = (at: Date) => format.dateTime(at, { dateStyle: "long" });
  const minutes = minutesToRead(wordCount);
  const edited = editTime && editTime.getTime() - createTime.getTime() > DAY_MS ? editTime : undefined;
  return (
    <p className="meta">
      <Byline author={author} url={authorUrl} />
      <time dateTime={createTime.toISOString()}>{date(createTime)}</time>
      {minutes > 0 && ` · ${t("minutes", { count: minutes })}`}
      {edited && " · "}
      {edited && <time dateTime={edited.toISOString()}>{t("updated", { date: date(edited) })}</time>}
    </p>
  );
}

/** What stands above a post. */
export function PostHeader({ post, authorUrl, look, written }: Look & Written & { post: Covered }) {
  const { byline } = layoutOf(post.template);
  const parts = byline && {
    kicker: <Kicker story={{ ...post, topPriority: 0 }} />,
    meta: <PostMeta post={post} authorUrl={authorUrl} />,
  };
  return <TextHeader look={look} written={written} of={post} {...(parts && { parts })} />;
}

/** What stands above a sheet, which has no date. */
export const SheetHeader = ({ sheet, look, written }: Look & { sheet: PublicSheet & Covered }) => (
  <TextHeader look={look} written={written} of={sheet} />
);
