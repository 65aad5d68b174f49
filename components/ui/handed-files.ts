type Take = (files: File[]) => void;

let waiting: File[] = [];
let taker: Take | null = null;

/** Hands files to the page that uploads them, now or as soon as it is open. */
export function handFiles(files: File[]): void {
  if (taker) taker(files);
  else waiting = [...waiting, ...files];
}

/** Takes what was handed over and what will be; returns what ends that. */
export function takeFiles(take: Take): () => void {
  taker = take;
  const given = waiting;
  waiting = [];
  if (given.length > 0) take(given);
  return () => {
    if (taker === take) taker = null;
  };
}
