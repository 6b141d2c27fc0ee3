import { setFlagsFromString } from 'node:v8';

/** The heap may grow to four times what was alive before V8 marks it again. V8 applies it to each heap of the process. */
const GROWTH_FLAG = '--heap-growing-percent=300';

/**
 * Makes V8 mark the heap rarely. Marking uses all processors for about 100 ms, in which requests of all tenants wait.
 * By default, V8 marks a heap of 100 MB again after 15 MB more: every 4 s under load. The process uses more memory for
 * it, up to the limit that V8 derives from the memory of the machine or of the container. Not for processes with large
 * worker threads: their heaps have limits of their own, which together can be above that of a container.
 */
export function markHeapRarely(): void {
  setFlagsFromString(GROWTH_FLAG);
}
