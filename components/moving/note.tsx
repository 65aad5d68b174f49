import { clsx } from "clsx";
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

type Props = { icon: LucideIcon; look?: "plain" | "wrong" | "good"; action?: ReactNode; children: ReactNode };

const looks = { plain: "text-soft", wrong: "text-wrong", good: "text-good" };

/** One thing to know, with what to do about it. */
export const Note = ({ icon: Icon, look = "plain", action, children }: Props) => (
  <div className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border bg-raised px-4 py-3">
    <Icon aria-hidden className={clsx("size-[1.1rem] shrink-0", looks[look])} />
    <div className="min-w-52 grow basis-0 break-words">{children}</div>
    {action}
  </div>
);
