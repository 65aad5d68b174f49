import type { Site } from "../../../lib/features/site/schema";
import { Logo, type Logos } from "./logo";

/** A site with what its pages show of it. */
export type Shown = Site & { logos: Logos };
/** What the head of a front page shows; `edition` is when its newest story was published. */
export type FrontMastheadProps = { site: Shown; edition?: Date };

/** The site's name, or its logo, as the heading of the front page. */
export const SiteName = ({ site }: { site: Shown }) => (
  <h1 className="name">
    <a href="/">
      <Logo of={site.logos} name={site.title} />
    </a>
  </h1>
);
