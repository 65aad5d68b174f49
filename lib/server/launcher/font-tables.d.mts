export function convert(font: Buffer, format: "sfnt" | "woff2"): Promise<Buffer>;
export function tablesOf(font: Buffer): Map<string, Buffer>;
export function withTables(font: Buffer, others: Record<string, Buffer | undefined>): Buffer;
