import type { ReactNode } from "react";

/** An empty list: one sentence and one action. */
export const Empty = ({ text, action }: { text: string; action: ReactNode }) => (
  <div className="grid justify-items-center gap-4 rounded-lg border border-dashed px-6 py-14 text-center">
    <p className="max-w-md text-soft">{text}</p>
    {action}
  </div>
);
