import { useFormatter, useTranslations } from "../../lib/doors/words";
import type { PublicPostItem } from "../../lib/features/writing/schema";
import { Cover, type Covered } from "./cover";
import { ItalicPreload } from "./font-preloads";
import { minutesToRead } from "./reading";

/** A story with the page of its author where they have one. */
export type Signed = { authorUrl?: string };

type Story = PublicPostItem & Signed;

/** "Pinned" and the first category, above a title. */
export function Kicker({ story }: { story: Pick<Story, "topPriority" | "categories"> }) {
  const t = useTranslations("story");
  const [category] = story.categories;
  const pinned = story.topPriority > 0;
  if (!category && !pinned) return null;
  return (
    <p className="kicker">
      {pinned && t("pinned")}
      {pinned && category && " · "}
      {category && <a href={category.url}>{category.name}</a>}
    </p>
  );
}

/** Who wrote a story, with a link to their page where they have one. */
export function Byline({ author, url }: { author: Story["author"]; url?: string }) {
  if (!author) return null;
  return (
    <>
      {url ? (
        <a href={url} rel="author">
          {author.nickname}
        </a>
      ) : (
        author.nickname
      )}
      {" · "}
    </>
  );
}

/** Author, date and reading time of a story in a list. */
export function StoryMeta({ story, byline }: { story: Story; byline?: boolean }) {
  const t = useTranslations("story");
  const format = useFormatter();
  const minutes = minutesToRead(story.wordCount);
  return (
    <p className="meta">
      {byline && <Byline author={story.author} url={story.authorUrl} />}
      <time dateTime={story.createTime.toISOString()}>
        {format.dateTime(story.createTime, { dateStyle: "medium" })}
      </time>
      {minutes > 0 && ` · ${t("minutes", { count: minutes })}`}
    </p>
  );
}

/** A story's summary, or why it is not shown. */
export function Teaser({ story }: { story: Story }) {
  const t = useTranslations("story");
  if (story.locked)
    return (
      <>
        <ItalicPreload />
        <p className="teaser locked">{t("locked")}</p>
      </>
    );
  return story.summary ? <p className="teaser">{story.summary}</p> : null;
}

/** One story in the columns. */
export function StoryCard({ story, first }: { story: Story & Covered; first?: boolean }) {
  return (
    <article>
      <Cover of={story} place="card" first={first} />
      <Kicker story={story} />
      <h2>
        <a href={story.url}>{story.title}</a>
      </h2>
      <Teaser story={story} />
      <StoryMeta story={story} />
    </article>
  );
}
