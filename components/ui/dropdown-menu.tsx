"use client";
import { clsx } from "clsx";
import { Check } from "lucide-react";
import { DropdownMenu as Radix } from "radix-ui";
import {
  type ComponentProps,
  createContext,
  type Ref,
  type RefObject,
  useCallback,
  useContext,
  useImperativeHandle,
  useRef,
} from "react";

/** Not modal: the page behind stays accessible, and a click beside the menu closes it. */
export const DropdownMenu = (props: ComponentProps<typeof Radix.Root>) => <Radix.Root modal={false} {...props} />;
export const DropdownMenuRadioGroup = Radix.RadioGroup;

type Button = RefObject<HTMLButtonElement | null>;

function Borrowed({ button, ref }: { button: Button; ref?: Ref<HTMLButtonElement | null> }) {
  useImperativeHandle<HTMLButtonElement | null, HTMLButtonElement | null>(ref, () => button.current, [button]);
  return null;
}

/** Makes a button outside the menu its trigger, for a menu whose script is loaded when it is first opened. */
export const DropdownMenuButton = ({ button }: { button: Button }) => (
  <Radix.Trigger asChild>
    <Borrowed button={button} />
  </Radix.Trigger>
);

const itemLook =
  "relative flex items-center gap-2.5 rounded-md px-2.5 py-1.5 text-[0.88rem] text-ink no-underline outline-none select-none data-[disabled]:opacity-45 data-[highlighted]:bg-ink/7 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-soft";

const Choose = createContext<(run: () => void) => void>((run) => run());

/**
 * The menu, rendered at its button, inside the page's landmarks. The choice runs after the focus is back on that
 * button, so that a dialog it opens returns the focus there.
 */
export function DropdownMenuContent({
  className,
  sideOffset = 6,
  align = "end",
  byKey,
  ...rest
}: ComponentProps<typeof Radix.Content> & { byKey?: boolean }) {
  const chosen = useRef<(() => void) | null>(null);
  const choose = useCallback((run: () => void) => {
    chosen.current = run;
  }, []);
  const onClosed = () => {
    const run = chosen.current;
    chosen.current = null;
    if (run) setTimeout(run);
  };
  return (
    <Choose value={choose}>
      <Radix.Content
        className={clsx("appear z-50 min-w-44 rounded-lg border bg-raised p-1 text-left shadow-xl", className)}
        sideOffset={sideOffset}
        align={align}
        collisionPadding={8}
        onCloseAutoFocus={onClosed}
        // Radix knows only keys that were pressed while it was there.
        onFocus={({ target, currentTarget }) => {
          if (byKey && target === currentTarget)
            currentTarget.querySelector<HTMLElement>("[role^=menuitem]:not([data-disabled])")?.focus();
        }}
        {...rest}
      />
    </Choose>
  );
}

type Item = Omit<ComponentProps<typeof Radix.Item>, "onSelect"> & { onSelect?: () => void; grave?: boolean };

export function DropdownMenuItem({ className, grave, onSelect, ...rest }: Item) {
  const choose = useContext(Choose);
  return (
    <Radix.Item
      className={clsx(itemLook, grave && "text-wrong [&_svg]:text-wrong", className)}
      {...(onSelect && { onSelect: () => choose(onSelect) })}
      {...rest}
    />
  );
}

export const DropdownMenuRadioItem = ({ className, children, ...rest }: ComponentProps<typeof Radix.RadioItem>) => (
  <Radix.RadioItem className={clsx(itemLook, "pl-8", className)} {...rest}>
    <Radix.ItemIndicator className="absolute left-2.5">
      <Check aria-hidden />
    </Radix.ItemIndicator>
    {children}
  </Radix.RadioItem>
);

export const DropdownMenuLabel = ({ className, ...rest }: ComponentProps<typeof Radix.Label>) => (
  <Radix.Label className={clsx("px-2.5 py-1.5 text-[0.78rem] text-soft", className)} {...rest} />
);
export const DropdownMenuSeparator = () => <Radix.Separator className="my-1 h-px bg-rule" />;
