"use client";
import { type ReactNode, useSyncExternalStore } from "react";
import { capsOf, type KeyName } from "./keys";

export const Kbd = ({ children }: { children: ReactNode }) => (
  <kbd className="rounded border px-1 py-0.5 font-sans text-[0.7rem] leading-none font-medium text-soft">
    {children}
  </kbd>
);

const never = () => () => undefined;

/** A key of the dashboard as this machine's keyboard names it, which the server does not know. */
export function KeyHint({ name }: { name: KeyName }) {
  const caps = useSyncExternalStore(
    never,
    () => capsOf(name).join(" "),
    () => capsOf(name, false).join(" "),
  );
  return <Kbd>{caps}</Kbd>;
}
