import type { ReactNode } from "react";

type Props = {
  title: string;
  text?: string;
  action?: { href: string; label: string };
  heading?: "h1" | "h2";
  children?: ReactNode;
};

/** An empty page or list: one sentence and one action. */
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
