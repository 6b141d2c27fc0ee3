import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { textLines } from './text-lines';

/** Lines are written in pieces of at least this many characters. */
const PIECE = 1024 * 1024;

export interface SpooledLine {
  /** its line in the file of the list, 1-based */
  line: number;
  text: string;
}

/** Lines of a list that must be read a second time. They wait in a file of the temporary folder, not in memory. */
export class Spool {
  private waiting: string[] = [];
  private length = 0;

  private constructor(
    private readonly folder: string,
    private readonly file: FileHandle,
  ) {}

  static async open(): Promise<Spool> {
    const folder = await mkdtemp(join(tmpdir(), 'probity-spool-'));
    const file = await open(join(folder, 'lines'), 'w+', 0o600);
    // the open file needs no name, so nothing is left when the process dies; some systems refuse this until it is closed
    await rm(folder, { recursive: true, force: true }).catch(() => undefined);
    return new Spool(folder, file);
  }

  async add({ line, text }: SpooledLine): Promise<void> {
    this.waiting.push(`${line}\n${text}\n`);
    this.length += text.length;
    if (this.length >= PIECE) await this.write();
  }

  /** All lines in the order in which they were added. Adds none meanwhile. */
  async *lines(): AsyncGenerator<SpooledLine> {
    await this.write();
    const stream = this.file.createReadStream({ start: 0, autoClose: false });
    let line: number | undefined;
    for await (const { text = '' } of textLines(stream, 'list')) {
      if (line === undefined) line = Number(text);
      else {
        yield { line, text };
        line = undefined;
      }
    }
  }

  async close(): Promise<void> {
    await this.file.close();
    await rm(this.folder, { recursive: true, force: true });
  }

  private async write(): Promise<void> {
    const text = this.waiting.join('');
    this.waiting = [];
    this.length = 0;
    if (text !== '') await this.file.appendFile(text);
  }
}
