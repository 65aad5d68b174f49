import { Cover, type Covered } from "./pieces/cover";
import { Logo } from "./pieces/logo";
import { looks } from "./looks/looks";
import { Nav } from "./pieces/nav";
import { type FrontMastheadProps, type Shown, SiteName } from "./pieces/site-name";

/** The head of the front page, as the look has it, and the picture below it. */
export function FrontMasthead({ site, edition, cover }: FrontMastheadProps & { cover: Covered }) {
  const { Masthead } = looks[site.look];
  return (
    <>
      {Masthead ? (
        <Masthead site={site} edition={edition} />
      ) : (
        <header className="masthead">
          <SiteName site={site} />
          {site.description !== "" && <p className="about">{site.description}</p>}
          <Nav menu={site.menu} current="/" />
        </header>
      )}
      <Cover of={cover} place="hero" look={site.look} first />
    </>
  );
}

/** The small head of other pages; `current` is the path of its section. */
export function SmallMasthead({ site, current }: { site: Shown; current?: string }) {
  return (
    <header className="masthead small">
      <a className="name" href="/">
        <Logo of={site.logos} name={site.title} />
      </a>
      <Nav menu={site.menu} current={current} />
    </header>
  );
}
