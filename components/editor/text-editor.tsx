"use client";
import { Minimize2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useCallback, useEffect, useMemo, useState } from "react";
import { flushSync } from "react-dom";
import { FormProvider, useForm, useWatch } from "react-hook-form";
import type { BlankPost } from "../../lib/features/writing/revision-schema";
import type { Post } from "../../lib/features/writing/schema";
import { Button } from "../ui/button";
import { AskedDialog } from "./asked-dialog";
import { useDesk } from "../admin/desk";
import { blankFields, type Fields, fieldsOf, isLive } from "./edits";
import { Drawer } from "./drawer";
import { checkedFields } from "./checked-fields";
import { EditorBar } from "./editor-bar";
import { EditorDialogs, type Opened } from "./editor-dialogs";
import { late } from "../ui/late";
import { PictureForm } from "./picture-form";
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
import { useSwitching } from "./use-switching";
import { useTextOnScreen } from "./use-text-on-screen";
import type { Insertion } from "./text-view";
import { useWide } from "./use-wide";
import { useWriting } from "./use-writing";
import { WordsLine } from "./words-line";
import "./editor.css";

const SwitchDialog = late(async () => (await import("./switch-dialog")).SwitchDialog);
const noText = { originalContent: "", editorType: "MARKDOWN" } as const;

/** Fields to show before publication, with their errors. */
const askedWhenPublished = ["createTime", "slug"];

type Props = { initial: Post | null; blank: BlankPost; around: Around };

/** The editor of one text: title and text in the middle, everything else in reach. */
export function TextEditor({ initial, blank, around: given }: Props) {
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
  const { parent, text, view, changes, excerpt, picture, asked, setAsked, ask, onChange } = useTextOnScreen(
    initial ?? noText,
  );
  const { shell, showKeys } = useDesk();
  const { userId } = shell;
  const writing = useWriting({
    initial,
    blank,
    userId,
    form,
    untitled: t("untitled"),
    readText: text.read,
    writeText: text.write,
  });
  const { around, addMade } = useAround(given, initial?.tags, writing.post?.tags);
  const actions = useActions(writing);
  const { kind, post, snapshot, autosave } = writing;
  const kept = useKept({
    userId,
    holder: writing.holder,
    initial,
    post,
    blank,
    untitled: t("untitled"),
    restore: writing.restore,
  });

  const [opened, setOpened] = useState<Opened>(null);
  const [split, setSplit] = useState(false);
  const [focus, setFocus] = useState(false);
  const wide = useWide();
  const [drawer, setDrawer] = useState<boolean | null>(null);
  const settingsOpen = drawer ?? wide;

  const openOutline = useCallback(() => setOpened("outline"), []);
  const enterFocusMode = useCallback(() => {
    setFocus(true);
    text.view?.focus();
  }, [text]);
  const toggleSettings = useCallback(() => setDrawer((before) => !(before ?? wide)), [wide]);
  const enterText = useCallback(() => text.view?.focus(), [text]);
  useEffect(() => onChange(() => writing.changed("text")));
  const switching = useSwitching({ read: text.read, replace: writing.replaceText });
  const { editorType } = text;
  const preview = usePreview(split && !focus, changes, text.read);
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
  const [slug, keepRaw] = [post?.slug, post?.keepRaw];
  const facts = useMemo(() => ({ slug, editorType, keepRaw: keepRaw ?? false }), [slug, editorType, keepRaw]);
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
    setTimeout(() => view?.goTo(line));
  };
  const insert = (what: Insertion) => {
    setAsked(null);
    view?.insert(what);
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
              onWidths={() => setOpened("widths")}
              onShare={() => void actions.share()}
              onRevisions={() => setOpened("revisions")}
              onDiscard={() => setOpened("discard")}
              onDraft={() => void actions.makeDraft()}
              onBin={() => void actions.moveToBin()}
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
              <h1 className="sr-only">{title || t("newPost", { kind: kind.name })}</h1>
              <TitleField autoFocus={initial === null} onEnter={enterText} />
              <div className="editor-text" aria-busy={view === null}>
                <div ref={parent} />
                {picture && (
                  <PictureForm
                    picture={picture}
                    onChange={(described) => view?.describePicture(described)}
                    onLeave={enterText}
                  />
                )}
              </div>
              <WordsLine changes={changes} isThere={view !== null} read={text.plain} />
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
            onSwitch={switching.ask}
          />
        )}
      </div>
      <SwitchDialog open={switching.state !== null} switching={switching} isNew={post === null} />
      <AskedDialog asked={asked} onClose={() => setAsked(null)} onInsert={insert} />
      <EditorDialogs
        opened={opened}
        onOpen={setOpened}
        writing={writing}
        actions={actions}
        kept={kept}
        now={now}
        readText={text.read}
        contents={text.contents}
        onGo={goTo}
        onPublish={() => void publish()}
      />
    </FormProvider>
  );
}
