import { clsx } from "clsx";
import type { ComponentProps } from "react";

export const inputLook =
  "w-full rounded-md border border-rule bg-raised px-3 py-[0.45rem] text-[0.9rem] text-ink placeholder:text-soft hover:border-edge aria-invalid:border-wrong disabled:opacity-60 focus-visible:outline-offset-0";

export const Input = ({ className, ...rest }: ComponentProps<"input">) => (
  <input className={clsx(inputLook, className)} {...rest} />
);
