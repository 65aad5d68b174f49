import { clsx } from "clsx";
import type { ComponentProps } from "react";

const shape =
  "w-full rounded-md border px-3 py-[0.45rem] text-[0.9rem] placeholder:text-soft aria-invalid:border-wrong disabled:opacity-60 focus-visible:outline-offset-0";

/** Its border alone says where to type, so it has a contrast of 3 to what is around it. */
export const inputLook = `${shape} border-edge bg-raised text-ink hover:border-soft`;

/** The form of filters, which their words and their arrow show; set ones look like other fields. */
export const chipLook = `${shape} border-dashed border-rule bg-transparent text-soft hover:border-edge data-[set=true]:border-solid data-[set=true]:border-edge data-[set=true]:bg-raised data-[set=true]:text-ink`;

export const Input = ({ className, ...rest }: ComponentProps<"input">) => (
  <input className={clsx(inputLook, className)} {...rest} />
);
