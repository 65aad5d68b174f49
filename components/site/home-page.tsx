import { type ComponentType, createElement } from "react";
import type { HomeLayout } from "../../lib/core/looks";
import { useTranslations } from "../../lib/doors/words";
import type { PublicJournal } from "../../lib/features/journals/schema";
import type { Site } from "../../lib/features/site/schema";
import { Front, StoryCards, StoryColumn, StoryLines } from "./front";
import { JournalNote } from "./journal";
import { looks } from "./looks/looks";
import type { StoriesProps } from "./pieces/stories";

/** How each front page shows its stories; the journal's has its notes above them. */
const onTheFront: Readonly<Record<HomeLayout, ComponentType<StoriesProps>>> = {
  front: Front,
  cards: StoryCards,
  list: StoryLines,
  column: StoryColumn,
  journal: StoryLines,
};

const storiesOf = ({ look, homeLayout }: Pick<Site, "look" | "homeLayout">): ComponentType<StoriesProps> =>
  (homeLayout === "list" && looks[look].List) || onTheFront[homeLayout];

/** What is new: stories, and the newest notes where the journal comes first. */
export function Newest({ stories, notes, site }: StoriesProps & { site: Site; notes: readonly PublicJournal[] }) {
  const t = useTranslations("home");
  const listed = createElement(storiesOf(site), { stories, site });
  if (notes.length === 0) return listed;
  return (
    <>
      <section className="notes" aria-label={t("notes")}>
        {notes.map((note) => (
          <JournalNote key={note.id} journal={note} brief />
        ))}
        <p className="more">
          <a href="/journals">{t("moreNotes")}</a>
        </p>
      </section>
      {listed}
    </>
  );
}

/** Stories of any other list, shown as the front page shows them, without one that leads. */
export function StoryList({ stories, site }: StoriesProps & { site: Pick<Site, "homeLayout"> }) {
  return createElement(site.homeLayout === "front" ? StoryCards : storiesOf(site), { stories, site });
}
