import type { ReactNode } from "react";

type Props = {
  title: string;
  text?: string;
  action?: { href: string; label: string };
  heading?: "h1" | "h2";
  children?: ReactNode;
};

/** A page or list that has nothing to show: one sentence and one thing to do. */
export function Notice({ title, text, action, heading: Heading = "h2", children }: Props) {
  return (
    <div className="notice">
      <Heading>{title}</Heading>
      {text && <p>{text}</p>}
      {children}
      {action && (
        <p>
          <a className="button" href={action.href}>
            {action.label}
          </a>
        </p>
      )}
    </div>
  );
}
