import { ApiError } from './errors';

interface Failed {
  status: 'error';
  code: string;
  message: string;
}

/**
 * Reads a response with one JSON object per line. An error is the last line, because the status was sent before.
 *
 * @param each called with every object, as soon as it arrives
 * @returns the last object
 */
export async function linesOf<Line>(stream: ReadableStream<Uint8Array>, each: (line: Line) => void): Promise<Line> {
  let last: Line | undefined;
  let rest = '';
  const take = (text: string): void => {
    if (text.trim() === '') return;
    const line = JSON.parse(text) as Line | Failed;
    if (isFailed(line)) throw new ApiError(200, line.code, line.message);
    last = line;
    each(line);
  };
  const reader = stream.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    const lines = (rest + read.value).split('\n');
    rest = lines.pop()!;
    for (const line of lines) take(line);
  }
  take(rest);
  if (last === undefined) throw new ApiError(200, 'unknown', 'the server sent nothing; try again');
  return last;
}

const isFailed = (line: unknown): line is Failed => (line as Failed).status === 'error';
