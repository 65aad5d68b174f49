import type { ReactNode } from "react";
import type { Site } from "../../lib/features/site/schema";
import { FontPreloads } from "./pieces/font-preloads";
import { Frame } from "./frame";
import { type Facts, Head } from "./head";

type Props = { site: Site; scheme?: "light" | "dark"; style: string; facts: Facts; children: ReactNode };

/** A whole public page. */
export function Document({ site, scheme, style, facts, children }: Props) {
  return (
    <html
      lang={site.locale}
      data-plain=""
      data-scheme={scheme}
      data-accent={site.accent}
      data-width={site.width === "normal" ? undefined : site.width}
      data-look={site.look}
    >
      <Head site={site} scheme={scheme} style={style} facts={facts} />
      <body>
        <FontPreloads of={site.fonts} />
        <Frame site={site} scheme={scheme}>
          {children}
        </Frame>
      </body>
    </html>
  );
}
