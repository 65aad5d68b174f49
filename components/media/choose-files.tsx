"use client";
import { type ReactNode, useState } from "react";

type Props = {
  /** What the browser's dialog offers, such as `image/*`. */
  accept?: string;
  several?: boolean;
  onFiles: (files: File[]) => void;
  /** The button, which calls this. */
  children: (open: () => void) => ReactNode;
};

/** Opens the browser's dialog for files. */
export function ChooseFiles({ accept, several = true, onFiles, children }: Props) {
  const [input, setInput] = useState<HTMLInputElement | null>(null);
  return (
    <>
      {children(() => input?.click())}
      <input
        ref={setInput}
        type="file"
        hidden
        multiple={several}
        accept={accept}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          // So that the same file can be chosen again.
          target.value = "";
          if (files.length > 0) onFiles(files);
        }}
      />
    </>
  );
}
