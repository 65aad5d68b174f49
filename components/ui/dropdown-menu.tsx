"use client";
import { clsx } from "clsx";
import { Check } from "lucide-react";
import { DropdownMenu as Radix } from "radix-ui";
import { type ComponentProps, createContext, useContext, useRef } from "react";

export const DropdownMenu = Radix.Root;
export const DropdownMenuTrigger = Radix.Trigger;
export const DropdownMenuRadioGroup = Radix.RadioGroup;

const itemLook =
  "relative flex items-center gap-2.5 rounded-md px-2.5 py-1.5 text-[0.88rem] text-ink no-underline outline-none select-none data-[disabled]:opacity-45 data-[highlighted]:bg-ink/7 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-soft";

const Chosen = createContext<{ current: (() => void) | null }>({ current: null });

/** The menu itself. What was chosen runs once the focus is back on the menu's button, so that a dialog it opens gives the focus back there too. */
export function DropdownMenuContent({ className, sideOffset = 6, align = "end", ...rest }: ComponentProps<typeof Radix.Content>) {
  const chosen = useRef<(() => void) | null>(null);
  const onClosed = () => {
    const run = chosen.current;
    chosen.current = null;
    if (run) setTimeout(run);
  };
  return (
    <Chosen value={chosen}>
      <Radix.Portal>
        <Radix.Content className={clsx("appear z-50 min-w-44 rounded-lg border bg-raised p-1 shadow-xl", className)} sideOffset={sideOffset} align={align} collisionPadding={8} onCloseAutoFocus={onClosed} {...rest} />
      </Radix.Portal>
    </Chosen>
  );
}

type Item = Omit<ComponentProps<typeof Radix.Item>, "onSelect"> & { onSelect?: () => void; grave?: boolean };

export function DropdownMenuItem({ className, grave, onSelect, ...rest }: Item) {
  const chosen = useContext(Chosen);
  const choose = () => {
    if (onSelect) chosen.current = onSelect;
  };
  return <Radix.Item className={clsx(itemLook, grave && "text-wrong [&_svg]:text-wrong", className)} onSelect={choose} {...rest} />;
}

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
