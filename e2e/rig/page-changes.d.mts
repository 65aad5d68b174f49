import type { Page } from "@playwright/test";

export function pageChanges(page: Page, rounds: number): Promise<{ path: string; ms: number }[]>;
