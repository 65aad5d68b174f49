export function buildWorkers(): Promise<unknown>;
export function buildPrograms(): Promise<unknown>;
