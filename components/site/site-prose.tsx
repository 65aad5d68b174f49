import { figureStyles } from "../../lib/core/figure-styles";
import { Prose, type WrittenIn } from "./prose";

/** How a text shows that it holds what a style sheet of `app/(site)/_figures` draws. */
export const figures: Readonly<Record<string, RegExp>> = {
  callouts: /class="admonition\b/,
  files: /class="file\b/,
  folds: /<details\b/,
  formulas: /<math\b/,
  galleries: /class="gallery\b/,
  places: /class="(?:wide|small|left|right)\b/,
  players: /data-player=|<(?:iframe|video|audio)\b/,
};

/**
 * A text on a public page, which brings the style of the figures in it: React puts each into the head once. Precedences of
 * their own keep it from joining them, since the policy knows each by its hash; React names them by an address, which
 * programs that look for links must not take for one.
 */
export function SiteProse({ html, written }: { html: string; written?: WrittenIn | undefined }) {
  const styles = figureStyles.get()();
  return (
    <>
      {Object.entries(figures).map(([name, sign]) =>
        sign.test(html) ? (
          <style key={name} href={`#${name}`} precedence={name}>
            {styles.get(name)}
          </style>
        ) : null,
      )}
      <Prose html={html} written={written} />
    </>
  );
}
