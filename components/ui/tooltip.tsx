"use client";
import { Tooltip as Radix } from "radix-ui";
import type { ReactNode } from "react";

export const TooltipProvider = ({ children }: { children: ReactNode }) => (
  <Radix.Provider delayDuration={300}>{children}</Radix.Provider>
);

/** The name of a control without words; `side` is the preferred side. */
export const Tooltip = ({
  text,
  side = "top",
  children,
}: {
  text: string;
  side?: "top" | "right" | "bottom" | "left";
  children: ReactNode;
}) => (
  <Radix.Root>
    <Radix.Trigger asChild>{children}</Radix.Trigger>
    <Radix.Portal>
      <Radix.Content
        side={side}
        sideOffset={6}
        collisionPadding={8}
        className="appear z-50 max-w-64 rounded-md bg-ink px-2 py-1 text-[0.78rem] text-on-ink shadow-lg"
      >
        {text}
      </Radix.Content>
    </Radix.Portal>
  </Radix.Root>
);
