import { clsx } from "clsx";
import type { ComponentProps } from "react";
import { inputLook } from "./input";

export const Textarea = ({ className, rows = 3, ...rest }: ComponentProps<"textarea">) => (
  <textarea rows={rows} className={clsx(inputLook, "resize-y", className)} {...rest} />
);
