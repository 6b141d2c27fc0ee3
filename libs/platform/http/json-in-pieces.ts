/** Writing a piece takes about so long; one item is never divided. */
const PIECE_MS = 2;

/**
 * Writes a result as JSON, in UTF-8. The items of a list are written in several pieces.
 *
 * @param inTurn does a piece of the work when it is its turn
 */
export async function jsonInPieces(
  result: unknown,
  inTurn: (work: () => void) => Promise<void>,
  isEnveloped: boolean,
): Promise<Buffer> {
  const pieces: Buffer[] = isEnveloped ? [Buffer.from('{"status":"ok","data":')] : [];
  if (!Array.isArray(result)) await inTurn(() => pieces.push(Buffer.from(JSON.stringify(result))));
  else {
    let next = 0;
    while (next < result.length) {
      await inTurn(() => {
        const until = performance.now() + PIECE_MS;
        const items: string[] = [];
        do items.push(JSON.stringify(result[next++]) ?? 'null');
        while (next < result.length && performance.now() < until);
        const start = next === items.length ? '[' : ',';
        pieces.push(Buffer.from(start + items.join(',')));
      });
    }
    pieces.push(Buffer.from(result.length === 0 ? '[]' : ']'));
  }
  if (isEnveloped) pieces.push(Buffer.from('}'));
  return Buffer.concat(pieces);
}
