import { type EditorView, WidgetType } from "@codemirror/view";
import type { Upload, UploadQueue } from "../media/upload-queue";
import { fillUpload, uploadBox, type UploadWords } from "./upload-box";

/** A file on its way, at the place where it will stand. It is no part of the text. */
export class UploadWidget extends WidgetType {
  constructor(
    readonly upload: Upload,
    readonly queue: UploadQueue,
    readonly words: UploadWords,
  ) {
    super();
  }

  override eq(other: UploadWidget): boolean {
    return other.upload === this.upload;
  }

  override toDOM(): HTMLElement {
    const box = uploadBox();
    fillUpload(box, this.upload, this.queue, this.words);
    return box;
  }

  override updateDOM(box: HTMLElement, _view: EditorView, from: this): boolean {
    if (from.upload.id !== this.upload.id) return false;
    fillUpload(box, this.upload, this.queue, this.words);
    return true;
  }

  override ignoreEvent(): boolean {
    return true;
  }
}
