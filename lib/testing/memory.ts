import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

/** Bytes in use by objects and by buffers. What one collection finds, the next ones have freed. */
export function memoryInUse(): { objects: number; buffers: number } {
  for (let i = 0; i < 3; i += 1) collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return { objects: heapUsed, buffers: arrayBuffers };
}
