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

/** Stories in a layout: the look's own where it has one. */
const inLayout = (layout: HomeLayout, props: StoriesProps) =>
  createElement((layout === "list" && looks[props.site.look].List) || onTheFront[layout], props);

/** What is new: stories, and the newest notes where the journal comes first. */
export function Newest({ stories, notes, site }: StoriesProps & { site: Site; notes: readonly PublicJournal[] }) {
  const t = useTranslations("home");
  const shown = inLayout(site.homeLayout, { stories, site });
  if (notes.length === 0) return shown;
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
      {shown}
    </>
  );
}

/** Stories of any other list, shown as the front page shows them, without one that leads. */
export function StoryList({ stories, site }: StoriesProps & { site: Pick<Site, "homeLayout"> }) {
  return inLayout(site.homeLayout === "front" ? "cards" : site.homeLayout, { stories, site });
}
