/** Makes the folder of the packaged program below `into`, and an archive of it. */
export function makePackage(say: (text: string) => void, into: string): void;
