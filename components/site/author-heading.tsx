import { useTranslations } from "../../lib/doors/words";
import type { AuthorPage } from "../../lib/features/writing/posts/schema";
import { ListHeading } from "./list-heading";

/** An author's own site; what is no address of another site is not linked. */
export const websiteOf = ({ website }: Pick<AuthorPage, "website">): string | undefined =>
  /^https?:\/\//i.test(website) && URL.canParse(website) ? website : undefined;

/** The head of an author's page. */
export function AuthorHeading({ author, stories }: { author: AuthorPage; stories: number }) {
  const story = useTranslations("story");
  const website = websiteOf(author);
  const title = (
    <>
      {author.avatar && <img className="portrait" src={author.avatar} alt="" width={64} height={64} />}
      {author.nickname}
    </>
  );
  return (
    <ListHeading
      kicker={author.title || undefined}
      title={title}
      description={author.description}
      meta={
        <>
          {story("count", { count: stories })}
          {website && " · "}
          {website && (
            <a href={website} rel="me noopener">
              {new URL(website).host}
            </a>
          )}
        </>
      }
    />
  );
}
