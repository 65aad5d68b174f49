import type { ReactNode } from "react";

type Props = { title: ReactNode; kicker?: ReactNode; description?: string; meta?: ReactNode; children?: ReactNode };

/** The head of a list page. */
export function ListHeading({ title, kicker, description, meta, children }: Props) {
  return (
    <header className="heading">
      {kicker && <p className="kicker">{kicker}</p>}
      <h1>{title}</h1>
      {description && <p className="summary">{description}</p>}
      {meta && <p className="meta">{meta}</p>}
      {children}
    </header>
  );
}
