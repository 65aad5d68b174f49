"use client";
import { clsx } from "clsx";
import {
  Bold,
  Code,
  Columns2,
  Heading2,
  Heading3,
  Image,
  Info,
  Italic,
  Link2,
  List,
  ListChecks,
  ListOrdered,
  ListTree,
  Maximize2,
  Minus,
  PanelRight,
  Search,
  SquareCode,
  Superscript,
  Table2,
  TextQuote,
} from "lucide-react";
import { useTranslations } from "next-intl";
import { type ComponentType, type KeyboardEvent, memo, useRef } from "react";
import { Button } from "../ui/button";
import { capsOf, type KeyName, keyNames } from "../ui/keys";
import { Tooltip } from "../ui/tooltip";
import type { CommandName } from "./commands";
import type { TextView } from "./text-view";

type Tool = { name: CommandName; icon: ComponentType<{ "aria-hidden": true }> };

const groups: Tool[][] = [
  [
    { name: "heading2", icon: Heading2 },
    { name: "heading3", icon: Heading3 },
  ],
  [
    { name: "bold", icon: Bold },
    { name: "italic", icon: Italic },
    { name: "inlineCode", icon: Code },
    { name: "link", icon: Link2 },
  ],
  [
    { name: "quote", icon: TextQuote },
    { name: "callout", icon: Info },
    { name: "list", icon: List },
    { name: "numbers", icon: ListOrdered },
    { name: "tasks", icon: ListChecks },
  ],
  [
    { name: "image", icon: Image },
    { name: "codeBlock", icon: SquareCode },
    { name: "table", icon: Table2 },
    { name: "footnote", icon: Superscript },
    { name: "divider", icon: Minus },
  ],
];

const isKeyName = (name: string): name is KeyName => (keyNames as string[]).includes(name);

type Props = {
  view: TextView | null;
  split: boolean;
  onSplit: (split: boolean) => void;
  onAsk: (what: "link" | "image") => void;
  onOutline: () => void;
  onFocusMode: () => void;
  settingsOpen: boolean;
  onSettings: () => void;
};

/** The toolbar: one stop for Tab, arrows move between tools. */
export const Toolbar = memo(function Toolbar({
  view,
  split,
  onSplit,
  onAsk,
  onOutline,
  onFocusMode,
  settingsOpen,
  onSettings,
}: Props) {
  const t = useTranslations("editor");
  const bar = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent) => {
    const buttons = [...(bar.current?.querySelectorAll("button") ?? [])];
    const at = buttons.findIndex((button) => button === document.activeElement);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: buttons.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    buttons.at(to % buttons.length)?.focus();
  };
  const run = (name: CommandName) => {
    if (!view) return;
    if (name === "link" || name === "image") return onAsk(name);
    view.run(name);
  };
  const tool = (
    label: string,
    icon: Tool["icon"],
    onClick: () => void,
    name?: string,
    pressed?: boolean,
    className?: string,
  ) => {
    const Icon = icon;
    return (
      <Tooltip key={label} text={name && isKeyName(name) ? `${label} (${capsOf(name).join("+")})` : label}>
        <Button
          look="quiet"
          size="smallIcon"
          aria-label={label}
          aria-pressed={pressed}
          onClick={onClick}
          className={clsx(pressed && "bg-ink/8 text-ink", className)}
          onMouseDown={(event) => event.preventDefault()}
        >
          <Icon aria-hidden />
        </Button>
      </Tooltip>
    );
  };
  return (
    <div ref={bar} role="toolbar" aria-label={t("tools")} onKeyDown={move} className="editor-tools">
      {groups.map((group, at) => (
        <div key={at} className="flex shrink-0 gap-px border-r border-rule pr-1">
          {group.map(({ name, icon }) => tool(t(`commands.${name}`), icon, () => run(name), name))}
        </div>
      ))}
      <div className="ml-auto flex shrink-0 gap-px">
        {tool(t("search"), Search, () => view?.openSearch(), "search")}
        {tool(t("outline"), ListTree, onOutline)}
        {tool(t("split"), Columns2, () => onSplit(!split), undefined, split)}
        {tool(t("focusMode"), Maximize2, onFocusMode)}
      </div>
      {/* Where the tools scroll, the settings button stays visible. */}
      <div className="sticky right-0 -mr-[0.3rem] flex shrink-0 bg-raised pr-[0.3rem] max-sm:border-l max-sm:border-rule max-sm:pl-1">
        {tool(t("openSettings"), PanelRight, onSettings, undefined, settingsOpen)}
      </div>
    </div>
  );
});
