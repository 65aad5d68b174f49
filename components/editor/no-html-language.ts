// Replaces @codemirror/lang-html (next.config.mjs): Markdown is coloured without the parsers of HTML, CSS and
// JavaScript, a third of the editor's script.

/** A language without rules. */
export const html = () => ({ support: [], language: { parser: null } });

/** Does not complete HTML tags. */
export const htmlCompletionSource = () => null;
