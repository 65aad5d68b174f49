import type { ReactNode } from "react";

type Props = {
  title: ReactNode;
  kicker?: ReactNode;
  description?: string;
  meta?: ReactNode;
  live?: boolean;
  children?: ReactNode;
};

/** The head of a list page. */
export function ListHeading({ title, kicker, description, meta, live, children }: Props) {
  return (
    <header className="heading">
      {kicker && <p className="kicker">{kicker}</p>}
      <h1>{title}</h1>
      {description && <p className="summary">{description}</p>}
      {meta && (
        <p className="meta" role={live ? "status" : undefined}>
          {meta}
        </p>
      )}
      {children}
    </header>
  );
}
