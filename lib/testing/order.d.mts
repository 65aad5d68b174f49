export type Stage = { name: string; cores: 1 | 2; needs?: string[]; after?: string[] };
export type Outcome = { stage: Stage; ok: boolean; note?: string };
export function runInOrder(all: Stage[], work: (stage: Stage) => Promise<Outcome>): Promise<Outcome[]>;
