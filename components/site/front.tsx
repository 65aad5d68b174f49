import { useTranslations } from "../../lib/doors/words";
import type { PublicPostItem } from "../../lib/features/writing/schema";
import { Cover, type Covered } from "./pieces/cover";
import type { StoriesProps } from "./pieces/stories";
import { Kicker, type ListStyle, type Signed, StoryCard, StoryMeta, Teaser } from "./pieces/story";

/** Stories beside the lead, chosen so that the columns below come out even where possible. */
const besideLead = (stories: number): number => (stories <= 4 ? stories - 1 : ([3, 4, 2][(stories - 1) % 3] ?? 3));

type Story = PublicPostItem & Covered & Signed;

const Title = ({ story }: { story: Story }) => (
  <h2>
    <a href={story.url}>{story.title}</a>
  </h2>
);

function Lead({ story, site, alone }: { story: Story; site: ListStyle; alone: boolean }) {
  return (
    <article className="lead">
      {site.lists.covers && <Cover of={story} place={alone ? "alone" : "lead"} look={site.look} first />}
      <Kicker story={story} />
      <Title story={story} />
      <Teaser story={story} site={site} />
      <StoryMeta story={story} site={site} byline />
    </article>
  );
}

/** A large lead story, the next ones beside it, the rest in columns. */
export function Front({ stories, site }: StoriesProps) {
  const t = useTranslations("home");
  const [lead, ...others] = stories;
  if (!lead) return null;
  const beside = others.slice(0, besideLead(stories.length));
  return (
    <div className={beside.length > 0 ? "front" : "front alone"}>
      <Lead story={lead} site={site} alone={beside.length === 0} />
      {beside.length > 0 && (
        <section className="side" aria-label={t("alsoNew")}>
          {beside.map((story) => (
            <article key={story.id}>
              <Kicker story={story} />
              <Title story={story} />
              {lead.thumbnail && site.lists.covers && <Teaser story={story} site={site} />}
              <StoryMeta story={story} site={site} />
            </article>
          ))}
        </section>
      )}
      {others.slice(beside.length).map((story) => (
        <StoryCard key={story.id} story={story} site={site} />
      ))}
    </div>
  );
}

/** Titles one below the other, without pictures. */
export function StoryLines({ stories, site }: StoriesProps) {
  if (stories.length === 0) return null;
  return (
    <div className="found">
      {stories.map((story) => (
        <article key={story.id}>
          <Kicker story={story} />
          <Title story={story} />
          <Teaser story={story} site={site} />
          <StoryMeta story={story} site={site} byline />
        </article>
      ))}
    </div>
  );
}

/** Stories in columns, without a lead. */
export function StoryCards({ stories, site }: StoriesProps) {
  return (
    <div className="front">
      {stories.map((story, index) => (
        <StoryCard key={story.id} story={story} site={site} first={index === 0} />
      ))}
    </div>
  );
}

/** Stories one below the other with their pictures, when they were written beside them. */
export function StoryColumn({ stories, site }: StoriesProps) {
  if (stories.length === 0) return null;
  return (
    <div className="column">
      {stories.map((story, index) => (
        <article key={story.id}>
          <StoryMeta story={story} site={site} />
          <div>
            <Kicker story={story} />
            <Title story={story} />
            {site.lists.covers && <Cover of={story} place="column" look={site.look} first={index === 0} />}
            <Teaser story={story} site={site} />
          </div>
        </article>
      ))}
    </div>
  );
}
