/**
 * The same text in memory of its own: a part of a longer one keeps all of that as long as it is kept, such as a path the
 * whole address that somebody asked for.
 */
export const ownText = (text: string): string => Buffer.from(text).toString();
