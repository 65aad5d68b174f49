import { useTranslations } from "../../lib/doors/words";
import type { PublicPostItem } from "../../lib/features/writing/schema";
import { Cover, type Covered } from "./cover";
import { Kicker, type Signed, StoryCard, StoryMeta, Teaser } from "./story";

/** Stories beside the lead, chosen so that the columns below come out even where possible. */
const besideLead = (stories: number): number => (stories <= 4 ? stories - 1 : ([3, 4, 2][(stories - 1) % 3] ?? 3));

type Story = PublicPostItem & Covered & Signed;

function Lead({ story, alone }: { story: Story; alone: boolean }) {
  return (
    <article className="lead">
      <Cover of={story} place={alone ? "alone" : "lead"} first />
      <Kicker story={story} />
      <h2>
        <a href={story.url}>{story.title}</a>
      </h2>
      <Teaser story={story} />
      <StoryMeta story={story} byline />
    </article>
  );
}

/** The front page: a large lead story, the next ones beside it, the rest in columns. */
export function Front({ stories }: { stories: readonly Story[] }) {
  const t = useTranslations("home");
  const [lead, ...others] = stories;
  if (!lead) return null;
  const beside = others.slice(0, besideLead(stories.length));
  return (
    <div className={beside.length > 0 ? "front" : "front alone"}>
      <Lead story={lead} alone={beside.length === 0} />
      {beside.length > 0 && (
        <section className="side" aria-label={t("alsoNew")}>
          {beside.map((story) => (
            <article key={story.id}>
              <Kicker story={story} />
              <h2>
                <a href={story.url}>{story.title}</a>
              </h2>
              {lead.thumbnail && <Teaser story={story} />}
              <StoryMeta story={story} />
            </article>
          ))}
        </section>
      )}
      {others.slice(beside.length).map((story) => (
        <StoryCard key={story.id} story={story} />
      ))}
    </div>
  );
}

/** Titles one below the other, without pictures. */
export const StoryLines = ({ stories }: { stories: readonly (PublicPostItem & Signed)[] }) => (
  <div className="found">
    {stories.map((story) => (
      <article key={story.id}>
        <Kicker story={story} />
        <h2>
          <a href={story.url}>{story.title}</a>
        </h2>
        <Teaser story={story} />
        <StoryMeta story={story} byline />
      </article>
    ))}
  </div>
);

/** Stories in columns, without a lead. */
export function StoryList({ stories }: { stories: readonly Story[] }) {
  return (
    <div className="front">
      {stories.map((story, index) => (
        <StoryCard key={story.id} story={story} first={index === 0} />
      ))}
    </div>
  );
}
