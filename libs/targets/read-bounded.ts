/**
 * Reads a body, and stops when it is too long.
 *
 * @param tooLong the error to throw then
 */
export async function readBounded(
  body: AsyncIterable<Uint8Array>,
  maxBytes: number,
  tooLong: () => Error,
): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > maxBytes) throw tooLong();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
