import type { ReactNode } from "react";

/** One section of an account: title, explanation, actions. */
export const Panel = ({ title, text, children }: { title: string; text?: string; children: ReactNode }) => (
  <section className="mb-6 max-w-2xl rounded-lg border bg-raised p-5 max-sm:p-4">
    <h2>{title}</h2>
    {text && <p className="mt-1 text-soft">{text}</p>}
    <div className="mt-4 empty:hidden">{children}</div>
  </section>
);
