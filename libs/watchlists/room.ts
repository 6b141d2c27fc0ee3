import { BrokenFile } from './importer';

/** What an importer may hold in memory, in characters. */
export const MAX_HELD = 256 * 1024 * 1024;

/** The memory of an importer that cannot return its entries before it has read the whole file. */
export class Room {
  private left: number;

  /** @param file role of the file */
  constructor(
    private readonly file: string,
    private readonly limit = MAX_HELD,
  ) {
    this.left = limit;
  }

  /**
   * Takes memory for something that is held from now on.
   *
   * @throws BrokenFile when more is held than the limit
   */
  take(characters: number, line: number): void {
    this.left -= characters;
    if (this.left < 0) throw new BrokenFile(this.file, line, `the list has more than ${this.limit} characters`);
  }

  /** Returns memory that is no longer held. */
  release(characters: number): void {
    this.left += characters;
  }
}
