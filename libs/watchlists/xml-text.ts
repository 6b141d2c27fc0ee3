import { TextDecoder } from 'node:util';
import { FileChunks, NotThisFormat, WatchlistFormat } from './importer';
import { windows1252 } from './windows-1252';

/** Characters in each piece but the last. */
export const PIECE = 64 * 1024;

/** Decodes the pieces of a file in order. A call without bytes returns the rest at the end of the file. */
type Decode = (bytes?: Buffer) => string;

function decoderFor(head: Buffer, format: WatchlistFormat, file: string): Decode {
  const declared = /^<\?xml[^>]*encoding\s*=\s*["']([\w.:-]+)["']/.exec(head.toString('latin1', 0, 256))?.[1];
  const mark = head.toString('latin1', 0, 2);
  const label = mark === '\u00ff\u00fe' ? 'utf-16le' : mark === '\u00fe\u00ff' ? 'utf-16be' : (declared ?? 'utf-8');
  let decoder: TextDecoder;
  try {
    decoder = new TextDecoder(label);
  } catch {
    throw new NotThisFormat(
      format,
      file,
      `its encoding ${JSON.stringify(label)} is not supported; save the file as UTF-8`,
    );
  }
  // the encoding standard also uses this name for Latin-1
  if (decoder.encoding === 'windows-1252') return (bytes) => (bytes ? windows1252(bytes) : '');
  return (bytes) => (bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode());
}

async function* decoded(chunks: FileChunks, format: WatchlistFormat, file: string): AsyncGenerator<string> {
  let decode: Decode | undefined;
  let head = Buffer.alloc(0);
  for await (const chunk of chunks) {
    if (typeof chunk === 'string') yield chunk;
    else if (decode) yield decode(chunk);
    else {
      head = Buffer.concat([head, chunk]);
      if (head.length < 256) continue;
      decode = decoderFor(head, format, file);
      yield decode(head);
    }
  }
  if (!decode && head.length > 0) {
    decode = decoderFor(head, format, file);
    yield decode(head);
  }
  if (decode) yield decode();
}

/**
 * Decodes an XML file. The encoding is that of the byte order mark, else of the XML declaration, else UTF-8. Invalid
 * bytes become U+FFFD. All pieces but the last have the same length, so the result does not depend on the chunks.
 */
export async function* xmlText(chunks: FileChunks, format: WatchlistFormat, file: string): AsyncGenerator<string> {
  let parts: string[] = [];
  let length = 0;
  let first = true;
  for await (const text of decoded(chunks, format, file)) {
    if (text === '') continue;
    // text chunks were decoded by the caller and may still begin with a byte order mark
    parts.push(first && text.startsWith('\ufeff') ? text.slice(1) : text);
    first = false;
    length += parts.at(-1)!.length;
    if (length < PIECE) continue;
    const whole = parts.join('');
    let at = 0;
    for (; whole.length - at >= PIECE; at += PIECE) yield whole.slice(at, at + PIECE);
    parts = [whole.slice(at)];
    length = whole.length - at;
  }
  if (length > 0) yield parts.join('');
}
