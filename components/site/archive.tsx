import { dateIn } from "../../lib/core/calendar";
import { useFormatter, useTimeZone } from "../../lib/doors/words";
import type { ArchiveYear } from "../../lib/features/writing/archives/schema";
import type { PublicPostItem } from "../../lib/features/writing/schema";

/** Address of the stories of a month. */
export const monthUrl = (year: number, month: number): string => `/archives/${year}/${month}`;

const firstOf = (year: number, month: number) => new Date(Date.UTC(year, month - 1));

/** Each year with its months and their numbers of stories. */
export function ArchiveIndex({ years, current }: { years: readonly ArchiveYear[]; current?: string }) {
  const format = useFormatter();
  return (
    <dl className="years">
      {years.map(({ year, months }) => (
        <div key={year}>
          <dt>{year}</dt>
          <dd>
            {months.map(({ month, postCount }) => (
              <a
                key={month}
                href={monthUrl(year, month)}
                aria-current={monthUrl(year, month) === current ? "page" : undefined}
              >
                {format.dateTime(firstOf(year, month), { month: "short", timeZone: "UTC" })}{" "}
                <span className="count">{postCount}</span>
              </a>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The name of a month with its year. */
export const monthName = (format: ReturnType<typeof useFormatter>, year: number, month: number): string =>
  format.dateTime(firstOf(year, month), { month: "long", year: "numeric", timeZone: "UTC" });

type Group = { year: number; month: number; stories: PublicPostItem[] };

/** Groups stories by month, in their order. */
function byMonth(stories: readonly PublicPostItem[], timeZone: string): Group[] {
  const groups: Group[] = [];
  for (const story of stories) {
    const date = dateIn(timeZone, story.createTime);
    const [year, month] = [Number(date.year), Number(date.month)];
    const last = groups.at(-1);
    if (last?.year === year && last.month === month) last.stories.push(story);
    else groups.push({ year, month, stories: [story] });
  }
  return groups;
}

function Month({ group: { year, month, stories }, titled }: { group: Group; titled: boolean }) {
  const format = useFormatter();
  const name = monthName(format, year, month);
  return (
    <section>
      {titled && (
        <h2>
          <a href={monthUrl(year, month)}>{name}</a>
        </h2>
      )}
      <ul>
        {stories.map((story) => (
          <li key={story.id} className="entry">
            <a href={story.url}>{story.title}</a>
            <time className="meta" dateTime={story.createTime.toISOString()}>
              {format.dateTime(story.createTime, { day: "numeric", month: "short" })}
            </time>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Titles and dates of stories, under headings of months unless the page is about one month. */
export function ArchiveList({ stories, oneMonth = false }: { stories: readonly PublicPostItem[]; oneMonth?: boolean }) {
  const timeZone = useTimeZone();
  return (
    <div className="archive">
      {byMonth(stories, timeZone).map((group) => (
        <Month key={`${group.year}-${group.month}`} group={group} titled={!oneMonth} />
      ))}
    </div>
  );
}
