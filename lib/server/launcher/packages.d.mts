export function withAddresses(lockfile: string, registry: string): string;
export function installByAddress(npm: (folder: string) => Promise<boolean>): Promise<boolean>;
