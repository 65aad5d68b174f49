import type { FoundPost, Piece } from "../../lib/features/writing/search-schema";
import { Kicker, type ListStyle, StoryMeta, Teaser } from "./pieces/story";

/** A text with its matches marked. */
const Marked = ({ pieces }: { pieces: readonly Piece[] }) =>
  pieces.map(({ text, match }, index) => (match ? <mark key={index}>{text}</mark> : text));

/** Found stories with their matching passages. */
export function FoundList({ stories, site }: { stories: readonly FoundPost[]; site: ListStyle }) {
  if (stories.length === 0) return null;
  return (
    <div className="found">
      {stories.map((story) => (
        <article key={story.id}>
          <Kicker story={story} />
          <h2>
            <a href={story.url}>
              <Marked pieces={story.highlights.title} />
            </a>
          </h2>
          {story.highlights.text.length > 0 ? (
            <p className="passage">
              <Marked pieces={story.highlights.text} />
            </p>
          ) : (
            <Teaser story={story} site={site} />
          )}
          <StoryMeta story={story} site={site} />
        </article>
      ))}
    </div>
  );
}
