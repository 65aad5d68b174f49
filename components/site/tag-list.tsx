import { useTranslations } from "../../lib/doors/words";
import type { Tag } from "../../lib/features/taxonomy/tags/schema";
import { ListHeading } from "./list-heading";

/** A tag's colour as a drawn dot: the policy allows no style attributes. */
const Dot = ({ color }: { color: string }) => (
  <svg className="dot" viewBox="0 0 8 8" aria-hidden="true">
    <circle cx="4" cy="4" r="4" fill={color} />
  </svg>
);

type PostTag = Pick<Tag, "id" | "name" | "url" | "color">;

const MOST_SHOWN = 30;
/** The tags that stand below a post and are told to programs; it may have thousands. */
export const shownTags = <T,>(tags: readonly T[]): readonly T[] => tags.slice(0, MOST_SHOWN);

const TagLink = ({ tag }: { tag: PostTag }) => (
  <a href={tag.url} rel="tag">
    <Dot color={tag.color} />
    {tag.name}
  </a>
);

/** The tags of a post; where there are many, the others unfold. */
export function PostTags({ tags }: { tags: readonly PostTag[] }) {
  const t = useTranslations("post");
  if (tags.length === 0) return null;
  const others = tags.slice(MOST_SHOWN);
  return (
    <nav className="pills" aria-label={t("tags")}>
      {shownTags(tags).map((tag) => (
        <TagLink key={tag.id} tag={tag} />
      ))}
      {others.length > 0 && (
        <details>
          <summary>{t("moreTags", { count: others.length })}</summary>
          <div className="pills">
            {others.map((tag) => (
              <TagLink key={tag.id} tag={tag} />
            ))}
          </div>
        </details>
      )}
    </nav>
  );
}

/** Every tag like the index of a book: name and number of stories. */
export function TagIndex({ tags }: { tags: readonly Tag[] }) {
  const t = useTranslations("story");
  return (
    <ul className="index">
      {tags.map((tag) => (
        <li key={tag.id} className="entry">
          <a href={tag.url}>
            <Dot color={tag.color} />
            {tag.name}
          </a>
          <span className="meta" title={t("count", { count: tag.postCount })}>
            {tag.postCount}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** The head of a tag's page. */
export function TagHeading({ tag, stories }: { tag: Tag; stories: number }) {
  const t = useTranslations("tags");
  const story = useTranslations("story");
  const title = (
    <>
      <Dot color={tag.color} /> {tag.name}
    </>
  );
  return (
    <ListHeading kicker={<a href="/tags">{t("title")}</a>} title={title} meta={story("count", { count: stories })} />
  );
}
