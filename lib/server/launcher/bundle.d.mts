export function buildWorkers(): Promise<unknown>;
export function buildPrograms(): Promise<unknown>;
export function shrinkSiteScript(): Promise<unknown>;
export function watchStyle(): Promise<void>;
