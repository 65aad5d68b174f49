"use client";
import type { ComponentProps } from "react";
import type { Sheet } from "../../lib/features/writing/sheets/schema";
import { KindProvider } from "../editor/kind";
import { TextEditor } from "../editor/text-editor";
import { postFrom, sheetKind } from "./sheet-kind";

type Props = Omit<ComponentProps<typeof TextEditor>, "initial"> & { initial: Sheet | null };

/** The editor of one sheet. */
export const SheetEditor = ({ initial, ...rest }: Props) => (
  <KindProvider value={sheetKind}>
    <TextEditor initial={initial && postFrom(initial)} {...rest} />
  </KindProvider>
);
