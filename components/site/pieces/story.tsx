import { useFormatter, useTranslations } from "../../../lib/doors/words";
import type { Site } from "../../../lib/features/site/schema";
import type { PublicPostItem } from "../../../lib/features/writing/schema";
import { Cover, type Covered } from "./cover";
import { ItalicPreload } from "./font-preloads";
import { minutesToRead } from "./reading";

/** A story with the page of its author where they have one. */
export type Signed = { authorUrl?: string };

type Story = PublicPostItem & Signed;
/** What the site shows of stories in lists. */
export type ListStyle = Pick<Site, "look" | "lists">;

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
export function Byline({ author, url, last }: { author: Story["author"]; url?: string; last?: boolean }) {
  if (!author) return null;
  return (
    <>
      {url ? (
        <a href={url} rel="author" dir="auto">
          {author.nickname}
        </a>
      ) : (
        <bdi>{author.nickname}</bdi>
      )}
      {!last && " · "}
    </>
  );
}

/** Author, date and reading time of a story in a list. */
export function StoryMeta({ story, site, byline }: { story: Story; site: ListStyle; byline?: boolean }) {
  const t = useTranslations("story");
  const format = useFormatter();
  const minutes = minutesToRead(story.wordCount);
  const { dates, authors } = site.lists;
  const author = byline && authors ? story.author : null;
  const reading = minutes > 0 ? t("minutes", { count: minutes }) : "";
  if (!author && !dates && !reading) return null;
  return (
    <p className="meta">
      <Byline author={author} url={story.authorUrl} last={!dates && !reading} />
      {dates && (
        <time dateTime={story.createTime.toISOString()}>
          {format.dateTime(story.createTime, { dateStyle: "medium" })}
        </time>
      )}
      {dates && reading && " · "}
      {reading}
    </p>
  );
}

/** A story's summary, or why it is not shown. */
export function Teaser({ story, site }: { story: Story; site: ListStyle }) {
  const t = useTranslations("story");
  if (story.locked)
    return (
      <>
        <ItalicPreload />
        <p className="teaser locked">{t("locked")}</p>
      </>
    );
  return site.lists.excerpts && story.summary ? <p className="teaser">{story.summary}</p> : null;
}

/** One story in the columns. */
export function StoryCard({ story, site, first }: { story: Story & Covered; site: ListStyle; first?: boolean }) {
  return (
    <article>
      {site.lists.covers && <Cover of={story} place={first ? "first" : "card"} look={site.look} first={first} />}
      <Kicker story={story} />
      <h2>
        <a href={story.url}>{story.title}</a>
      </h2>
      <Teaser story={story} site={site} />
      <StoryMeta story={story} site={site} />
    </article>
  );
}
