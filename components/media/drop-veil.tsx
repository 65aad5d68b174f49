"use client";
import { Upload } from "lucide-react";

/** Says where files go that hover over the page. */
export const DropVeil = ({ text }: { text: string }) => (
  <div
    aria-hidden
    className="pointer-events-none fixed inset-3 z-50 grid place-items-center rounded-2xl border-2 border-dashed border-[var(--accent)] bg-paper/85"
  >
    <p className="flex items-center gap-3 text-[1.1rem] font-semibold">
      <Upload className="size-6" />
      {text}
    </p>
  </div>
);
