/** Stands for the kit's links, which bring a finder of addresses. Links are marks of our own (`schema.ts`). */
export const Link = null;
