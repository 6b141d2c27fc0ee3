/** Writing a piece takes about so long; one item is never divided. */
const PIECE_MS = 2;

/** Writes a result as JSON, in UTF-8, one piece at a time. The items of a list are written in several pieces. */
export class JsonWriter {
  private readonly pieces: Buffer[];
  private readonly items: readonly unknown[] | undefined;
  private next = 0;
  isDone = false;

  constructor(
    private readonly result: unknown,
    private readonly isEnveloped: boolean,
  ) {
    this.items = Array.isArray(result) && result.length > 0 ? result : undefined;
    this.pieces = isEnveloped ? [Buffer.from('{"status":"ok","data":')] : [];
  }

  /** @throws TypeError for what JSON cannot have, such as a bigint */
  writePiece(): void {
    this.pieces.push(Buffer.from(this.items ? this.piece(this.items) : (JSON.stringify(this.result) ?? 'null')));
    this.isDone = !this.items || this.next === this.items.length;
    if (this.isDone && this.isEnveloped) this.pieces.push(Buffer.from('}'));
  }

  /** All that is written. */
  json(): Buffer {
    return this.pieces.length === 1 ? this.pieces[0]! : Buffer.concat(this.pieces);
  }

  private piece(all: readonly unknown[]): string {
    const until = performance.now() + PIECE_MS;
    const start = this.next === 0 ? '[' : ',';
    const written: string[] = [];
    do written.push(JSON.stringify(all[this.next++]) ?? 'null');
    while (this.next < all.length && performance.now() < until);
    return start + written.join(',') + (this.next === all.length ? ']' : '');
  }
}
