import type { ReactNode } from "react";

export const Kbd = ({ children }: { children: ReactNode }) => (
  <kbd className="rounded border px-1 py-0.5 font-sans text-[0.7rem] leading-none font-medium text-soft">
    {children}
  </kbd>
);
