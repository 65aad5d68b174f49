export function cutFonts(): Promise<Map<string, Buffer | string>>;
