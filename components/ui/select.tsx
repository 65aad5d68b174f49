import { clsx } from "clsx";
import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";
import { chipLook, inputLook } from "./input";

/**
 * The browser's own select: right on phones, by keyboard and for screen readers. `chip` is the dashed form of filters.
 */
export function Select({ className, chip, children, ...rest }: ComponentProps<"select"> & { chip?: boolean }) {
  return (
    <span className={clsx("relative inline-flex items-center", className ?? "max-w-full")}>
      <select className={clsx(chip ? chipLook : inputLook, "appearance-none truncate pr-8")} {...rest}>
        {children}
      </select>
      <ChevronDown aria-hidden className="pointer-events-none absolute right-2.5 size-3.5 text-soft" />
    </span>
  );
}
