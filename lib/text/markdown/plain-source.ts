/** Whether a source shows all that it says: HTML, and definitions in Markdown, may hold what no reader sees. */
export const isPlainSource = (source: string): boolean => !/<[a-z!?/]/i.test(source) && !source.includes("]:");
