import { clsx } from "clsx";
import { Slot } from "radix-ui";
import type { ComponentProps } from "react";

const looks = {
  /** The main action of a page. */
  strong: "border-ink bg-ink text-on-ink hover:opacity-90",
  plain: "border-rule bg-raised text-ink hover:border-edge",
  quiet: "border-transparent bg-transparent text-soft hover:bg-ink/5 hover:text-ink",
  /** An action that cannot be undone. */
  grave: "border-wrong bg-wrong text-on-ink hover:opacity-90",
};
const sizes = {
  normal: "h-9 px-3.5",
  small: "h-8 px-2.5",
  icon: "size-9 justify-center",
  smallIcon: "size-8 justify-center",
};

type Props = ComponentProps<"button"> & { look?: keyof typeof looks; size?: keyof typeof sizes; asChild?: boolean };

/** A button; with `asChild` its only child (mostly a link) gets its appearance. */
export function Button({ look = "plain", size = "normal", asChild, className, type, ...rest }: Props) {
  const Part = asChild ? Slot.Root : "button";
  return (
    <Part
      {...(!asChild && { type: type ?? "button" })}
      className={clsx(
        "inline-flex shrink-0 items-center gap-2 rounded-md border text-[0.86rem] font-[540] whitespace-nowrap no-underline transition-colors disabled:cursor-not-allowed disabled:opacity-50 aria-disabled:opacity-50 [&_svg]:size-4 [&_svg]:shrink-0",
        looks[look],
        sizes[size],
        className,
      )}
      {...rest}
    />
  );
}
