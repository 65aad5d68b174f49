"use client";
import { clsx } from "clsx";
import { Check } from "lucide-react";
import { DropdownMenu as Radix } from "radix-ui";
import type { ComponentProps } from "react";

export const DropdownMenu = Radix.Root;
export const DropdownMenuTrigger = Radix.Trigger;
export const DropdownMenuRadioGroup = Radix.RadioGroup;

const itemLook =
  "relative flex items-center gap-2.5 rounded-md px-2.5 py-1.5 text-[0.88rem] text-ink no-underline outline-none select-none data-[disabled]:opacity-45 data-[highlighted]:bg-ink/7 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-soft";

export const DropdownMenuContent = ({ className, sideOffset = 6, align = "end", ...rest }: ComponentProps<typeof Radix.Content>) => (
  <Radix.Portal>
    <Radix.Content className={clsx("appear z-50 min-w-44 rounded-lg border bg-raised p-1 shadow-xl", className)} sideOffset={sideOffset} align={align} collisionPadding={8} {...rest} />
  </Radix.Portal>
);

export const DropdownMenuItem = ({ className, grave, ...rest }: ComponentProps<typeof Radix.Item> & { grave?: boolean }) => <Radix.Item className={clsx(itemLook, grave && "text-wrong [&_svg]:text-wrong", className)} {...rest} />;

export const DropdownMenuRadioItem = ({ className, children, ...rest }: ComponentProps<typeof Radix.RadioItem>) => (
  <Radix.RadioItem className={clsx(itemLook, "pl-8", className)} {...rest}>
    <Radix.ItemIndicator className="absolute left-2.5">
      <Check aria-hidden />
    </Radix.ItemIndicator>
    {children}
  </Radix.RadioItem>
);

export const DropdownMenuLabel = ({ className, ...rest }: ComponentProps<typeof Radix.Label>) => <Radix.Label className={clsx("px-2.5 py-1.5 text-[0.78rem] text-soft", className)} {...rest} />;
export const DropdownMenuSeparator = () => <Radix.Separator className="my-1 h-px bg-rule" />;
