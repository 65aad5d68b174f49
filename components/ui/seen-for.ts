/**
 * How many milliseconds something is shown before a click or key is meant for it: more than pass within a double click.
 * `public/own.css` and `own.js` wait as long.
 */
export const seenFor = 700;
