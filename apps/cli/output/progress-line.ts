import { printable } from './printable';
import type { TextStream } from './text-stream';

const CLEAR = '\r\u001b[K';
const USUAL_COLUMNS = 80;

/** A line that is overwritten while a long task runs. */
export interface ProgressLine {
  show: (text: string) => void;
  /** Removes the line. */
  clear: () => void;
}

/** A progress line on a terminal; elsewhere it writes nothing. */
export function progressLine(stream: TextStream): ProgressLine {
  if (!stream.isTTY) return { show: () => {}, clear: () => {} };
  return {
    // One column stays free: a full line would wrap, and only its last row could be cleared.
    show: (text) => stream.write(CLEAR + printable(text).slice(0, (stream.columns || USUAL_COLUMNS) - 1)),
    clear: () => stream.write(CLEAR),
  };
}
