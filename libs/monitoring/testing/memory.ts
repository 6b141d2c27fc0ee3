import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** A text as it comes out of JSON: in one piece, where one that was put together still has its parts. */
export const asParsed = (text: string): string => JSON.parse(JSON.stringify(text)) as string;

/** The garbage collector, which Node only hands out when asked. */
export function garbageCollector(): () => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
}

export const collectGarbage = garbageCollector();

/** Bytes in use, on the heap and in buffers, when nothing more can be freed: some things go only with a later pass. */
export async function bytesInUse(): Promise<number> {
  for (let last = Infinity; ;) {
    await new Promise(setImmediate);
    collectGarbage();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    const now = heapUsed + arrayBuffers;
    if (now > last - 10_000) return now;
    last = now;
  }
}
