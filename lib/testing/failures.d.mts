export function errorsBeside(report: string): string;
export function failuresOf(kind: "vitest" | "playwright" | "check" | "step", file: string, ok: boolean): string[];
