"use client";
import type { ComponentProps } from "react";
import { KindProvider } from "../editor/kind";
import { TextEditor } from "../editor/text-editor";
import { postKind } from "./post-kind";

/** The editor of one post. */
export const PostEditor = (props: ComponentProps<typeof TextEditor>) => (
  <KindProvider value={postKind}>
    <TextEditor {...props} />
  </KindProvider>
);
