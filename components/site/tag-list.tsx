import { useTranslations } from "../../lib/doors/words";
import type { Tag } from "../../lib/features/taxonomy/tags/schema";
import { ListHeading } from "./list-heading";

/** A tag's colour as a drawn dot: style attributes are not allowed by the content security policy. */
const Dot = ({ color }: { color: string }) => (
  <svg className="dot" viewBox="0 0 8 8" aria-hidden="true">
    <circle cx="4" cy="4" r="4" fill={color} />
  </svg>
);

/** The tags of a post. */
export function PostTags({ tags }: { tags: readonly Pick<Tag, "id" | "name" | "url" | "color">[] }) {
  const t = useTranslations("post");
  if (tags.length === 0) return null;
  return (
    <nav className="pills" aria-label={t("tags")}>
      {tags.map((tag) => (
        <a key={tag.id} href={tag.url} rel="tag">
          <Dot color={tag.color} />
          {tag.name}
        </a>
      ))}
    </nav>
  );
}

/** Every tag, as the index of a book: name, then number of stories. */
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
