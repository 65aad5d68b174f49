import { useFormatter, useTranslations } from "../../lib/doors/words";
import type { PublicPost } from "../../lib/features/writing/schema";
import type { PublicSheet } from "../../lib/features/writing/sheets/schema";
import { type Covered, TextCover } from "./cover";
import { minutesToRead } from "./reading";
import { Byline, Kicker } from "./story";
import { layoutOf } from "./template";

const DAY_MS = 86_400_000;

/** Title, summary, byline and picture of a post. */
export function PostHeader({ post, authorUrl }: { post: PublicPost & Covered; authorUrl?: string }) {
  const t = useTranslations("story");
  const format = useFormatter();
  const date = (at: Date) => format.dateTime(at, { dateStyle: "long" });
  const { createTime, editTime } = post;
  const minutes = minutesToRead(post.wordCount);
  const { byline } = layoutOf(post.template);
  const edited = editTime && editTime.getTime() - createTime.getTime() > DAY_MS ? editTime : undefined;
  return (
    <header>
      {byline && <Kicker story={{ ...post, topPriority: 0 }} />}
      <h1>{post.title}</h1>
      {post.hasSummary && <p className="summary">{post.summary}</p>}
      {byline && (
        <p className="meta">
          <Byline author={post.author} url={authorUrl} />
          <time dateTime={createTime.toISOString()}>{date(createTime)}</time>
          {minutes > 0 && ` · ${t("minutes", { count: minutes })}`}
          {edited && " · "}
          {edited && <time dateTime={edited.toISOString()}>{t("updated", { date: date(edited) })}</time>}
        </p>
      )}
      <TextCover of={post} />
    </header>
  );
}

/** Title, summary and picture of a sheet, which has no date. */
export function SheetHeader({ sheet }: { sheet: PublicSheet & Covered }) {
  return (
    <header>
      <h1>{sheet.title}</h1>
      {sheet.hasSummary && <p className="summary">{sheet.summary}</p>}
      <TextCover of={sheet} />
    </header>
  );
}
