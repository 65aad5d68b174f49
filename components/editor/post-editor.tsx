"use client";
import type { EditorView } from "@codemirror/view";
import { Minimize2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { FormProvider, useForm, useWatch } from "react-hook-form";
import type { BlankPost } from "../../lib/features/writing/revision-schema";
import type { Post } from "../../lib/features/writing/schema";
import { Button } from "../ui/button";
import { AddressDialog, type Asked } from "./address-dialog";
import { useDesk } from "../admin/desk";
import { blankFields, type Fields, fieldsOf, isLive } from "./edits";
import { Drawer } from "./drawer";
import { checkedFields } from "./checked-fields";
import { EditorBar } from "./editor-bar";
import { EditorDialogs, type Opened } from "./editor-dialogs";
import { goToLine, setText } from "./markdown-editor";
import { PreviewPane } from "./preview-pane";
import { SaveWords } from "./save-words";
import { nextStep } from "./standing";
import { StandingWords, useNowUntil } from "./standing-words";
import type { Around } from "./settings";
import { TitleField } from "./title-field";
import { Toolbar } from "./toolbar";
import { useActions } from "./use-actions";
import { useAround } from "./use-around";
import { useKept } from "./use-kept";
import { usePageKeys } from "./use-page-keys";
import { usePreview } from "./use-preview";
import { useScrollTogether } from "./use-scroll-together";
import { useTextEditor } from "./use-text-editor";
import { useWide } from "./use-wide";
import { useWords } from "./use-words";
import { useWriting } from "./use-writing";
import { WordsLine } from "./words-line";
import "./editor.css";

/** Fields to show before publication, with their errors. */
const askedWhenPublished = ["createTime", "slug"];
/** Milliseconds from the last key to a new preview and count. */
const PAUSE = 300;

type Props = { initial: Post | null; blank: BlankPost; around: Around };

/** The editor of one post: title and text in the middle, everything else in reach. */
export function PostEditor({ initial, blank, around: given }: Props) {
  const { around, addMade } = useAround(given);
  const t = useTranslations("editor");
  const fieldWords = useTranslations("ui.fields");
  const resolver = useMemo(
    () => checkedFields((code, number) => (fieldWords.has(code) ? fieldWords(code, { number }) : undefined)),
    [fieldWords],
  );
  const form = useForm<Fields>({
    defaultValues: initial ? fieldsOf(initial, { blank, untitled: t("untitled") }) : blankFields(blank),
    resolver,
    mode: "onBlur",
  });
  const editor = useRef<EditorView | null>(null);
  const [changes, setChanges] = useState(0);
  const [excerpt, setExcerpt] = useState(initial?.originalContent.slice(0, 300) ?? "");
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  const readText = useCallback(() => editor.current?.state.doc.toString() ?? initial?.originalContent ?? "", [initial]);
  const writeText = useCallback((text: string) => void (editor.current && setText(editor.current, text)), []);
  const paused = () => {
    clearTimeout(pause.current);
    pause.current = setTimeout(() => {
      setChanges((before) => before + 1);
      setExcerpt(readText().slice(0, 300));
    }, PAUSE);
  };
  const { shell, showKeys } = useDesk();
  const { userId } = shell;
  const writing = useWriting({ initial, blank, userId, form, untitled: t("untitled"), readText, writeText });
  const actions = useActions(writing);
  const { post, snapshot, autosave } = writing;
  const kept = useKept({
    userId,
    holder: writing.holder,
    initial,
    post,
    blank,
    untitled: t("untitled"),
    restore: writing.restore,
  });

  const [asked, setAsked] = useState<Asked | null>(null);
  const [opened, setOpened] = useState<Opened>(null);
  const [split, setSplit] = useState(false);
  const [focus, setFocus] = useState(false);
  const wide = useWide();
  const [drawer, setDrawer] = useState<boolean | null>(null);
  const settingsOpen = drawer ?? wide;

  const ask = useCallback((what: "link" | "image") => {
    const { state } = editor.current ?? {};
    setAsked({ what, selected: state ? state.sliceDoc(state.selection.main.from, state.selection.main.to) : "" });
  }, []);
  const openOutline = useCallback(() => setOpened("outline"), []);
  const enterFocusMode = useCallback(() => {
    setFocus(true);
    editor.current?.focus();
  }, []);
  const toggleSettings = useCallback(() => setDrawer((before) => !(before ?? wide)), [wide]);
  const enterText = useCallback(() => editor.current?.focus(), []);
  const words = useWords();
  const { parent, view } = useTextEditor(initial?.originalContent ?? "", {
    ...words,
    ask,
    isMarkdown: () => (post?.editorType ?? "MARKDOWN") === "MARKDOWN",
    changed: () => {
      writing.changed("text");
      paused();
    },
  });
  useEffect(() => void (editor.current = view), [view]);
  const preview = usePreview(split && !focus, changes, readText, post?.editorType ?? "MARKDOWN");
  const scroller = useScrollTogether(split);

  // A choice that is needed opens by itself once; the words in the bar open it again.
  const [seen, setSeen] = useState(snapshot.state);
  if (seen !== snapshot.state) {
    setSeen(snapshot.state);
    if (snapshot.state === "conflict") setOpened("collision");
    else if (snapshot.state === "signed-out") setOpened("sign-in");
    else if (opened === "collision" || opened === "sign-in") setOpened(null);
  }

  const [title, createTime, visibility] = useWatch({
    control: form.control,
    name: ["title", "createTime", "visibility"],
  });
  const live = isLive(post);
  // Memoised, since the settings are most of the page and a save does not change them.
  const [slug, editorType, keepRaw] = [post?.slug, post?.editorType, post?.keepRaw];
  const facts = useMemo(
    () => (slug === undefined || editorType === undefined ? null : { slug, editorType, keepRaw: keepRaw ?? false }),
    [slug, editorType, keepRaw],
  );
  const now = useNowUntil(post?.createTime);
  const step = nextStep(post, { visibility, createTime }, now);

  /** Focuses the first field with an error, wherever it is. */
  const showRefused = () => {
    const inSettings = !form.getFieldState("title").invalid;
    // At once: a dialog that is still open would take the focus back.
    flushSync(() => {
      setOpened(null);
      setFocus(false);
      if (inSettings) setDrawer(true);
    });
    document.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  };
  const publish = async () => {
    if (!(await form.trigger())) return showRefused();
    if (await actions.publish()) setOpened((before) => (before === "publish" ? null : before));
    else if (writing.refusedNow().some((name) => opened !== "publish" || !askedWhenPublished.includes(name)))
      showRefused();
  };
  const primary = () => (actions.busy ? undefined : step === "update" ? void publish() : setOpened("publish"));
  const goTo = (line: number) => {
    setOpened(null);
    setTimeout(() => view && goToLine(view, line));
  };
  const insert = (markdown: string) => {
    setAsked(null);
    view?.dispatch(view.state.replaceSelection(markdown), { scrollIntoView: true, userEvent: "input" });
    setTimeout(() => view?.focus());
  };
  usePageKeys({
    save: () => void autosave.flush(),
    publish: () => primary(),
    leaveFocusMode: focus ? () => setFocus(false) : undefined,
  });
  const act = () =>
    snapshot.state === "conflict"
      ? setOpened("collision")
      : snapshot.state === "signed-out"
        ? setOpened("sign-in")
        : autosave.retry();

  return (
    <FormProvider {...form}>
      <div
        className="editor"
        data-split={split && !focus ? "" : undefined}
        data-focus={focus ? "" : undefined}
        data-drawer={settingsOpen && wide && !focus ? "" : undefined}
      >
        <div className="editor-page">
          <header className="editor-head">
            <EditorBar
              post={post}
              busy={actions.busy}
              step={step}
              onPreview={() => void actions.preview()}
              onShare={() => void actions.share()}
              onRevisions={() => setOpened("revisions")}
              onDiscard={() => setOpened("discard")}
              onKeys={showKeys}
              onPrimary={primary}
            >
              <SaveWords
                snapshot={snapshot}
                isNew={post === null}
                fieldsWait={writing.fieldsWait}
                fieldsRefused={writing.fieldsRefused}
                deviceRefuses={writing.deviceRefuses}
                act={act}
                onShowRefused={showRefused}
                kept={kept.copies.length}
                onKept={kept.showFirst}
              >
                <StandingWords
                  post={post}
                  now={now}
                  changed={live && (writing.fieldsWait || (post?.inProgress ?? false) || snapshot.state !== "saved")}
                />
              </SaveWords>
              {focus && (
                <Button
                  data-stays
                  look="quiet"
                  size="icon"
                  aria-label={t("leaveFocusMode")}
                  onClick={() => setFocus(false)}
                >
                  <Minimize2 aria-hidden />
                </Button>
              )}
            </EditorBar>
            <Toolbar
              view={view}
              split={split}
              onSplit={setSplit}
              onAsk={ask}
              onOutline={openOutline}
              onFocusMode={enterFocusMode}
              settingsOpen={settingsOpen}
              onSettings={toggleSettings}
            />
          </header>
          <main id="main" className="editor-panes">
            <div className="min-w-0">
              <h1 className="sr-only">{title || t("newPost")}</h1>
              <TitleField autoFocus={initial === null} onEnter={enterText} />
              <div ref={parent} className="editor-text" />
              <WordsLine changes={changes} read={readText} />
            </div>
            {split && !focus && <PreviewPane title={title} preview={preview} scroller={scroller} />}
          </main>
        </div>
        {!focus && (
          <Drawer
            wide={wide}
            open={settingsOpen}
            onOpenChange={setDrawer}
            post={facts}
            around={around}
            excerpt={excerpt}
            onMade={addMade}
          />
        )}
      </div>
      <AddressDialog asked={asked} onClose={() => setAsked(null)} onInsert={insert} />
      <EditorDialogs
        opened={opened}
        onOpen={setOpened}
        writing={writing}
        actions={actions}
        kept={kept}
        now={now}
        readText={readText}
        onGo={goTo}
        onPublish={() => void publish()}
      />
    </FormProvider>
  );
}
