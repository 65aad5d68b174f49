export function shareEqualChunks(folder: string): number;
export function inOneByte(program: string): string;
export function keepInOneByte(folder: string): void;
