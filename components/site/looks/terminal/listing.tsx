import { wallClock } from "../../../../lib/core/calendar";
import { useTimeZone } from "../../../../lib/doors/words";
import { Kicker, Teaser } from "../../pieces/story";
import type { StoriesProps } from "../../pieces/stories";

/** Stories as a folder lists its files: the day, the title, the category. */
export function Listing({ stories, site }: StoriesProps) {
  const timeZone = useTimeZone();
  return (
    <div className="listing">
      {stories.map((story) => (
        <article key={story.id}>
          {site.lists.dates && (
            <time className="meta" dateTime={story.createTime.toISOString()}>
              {wallClock(story.createTime, timeZone).slice(0, 10)}
            </time>
          )}
          <div>
            <h2>
              <a href={story.url}>{story.title}</a>
            </h2>
            <Teaser story={story} site={site} />
          </div>
          <Kicker story={story} />
        </article>
      ))}
    </div>
  );
}
