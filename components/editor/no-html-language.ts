// Stands in for @codemirror/lang-html (next.config.mjs): Markdown is coloured without the parsers of
// HTML, CSS and JavaScript, which would be a third of the editor's script.

/** A language without rules. */
export const html = () => ({ support: [], language: { parser: null } });

/** Tags are not completed. */
export const htmlCompletionSource = () => null;
