/** The limits of one request to the back office. */
const BATCH = { entries: 400, bytes: 240 * 1024 };

/** Groups entries into batches with a limited number of entries and bytes. An entry over the limit is alone. */
export async function* batches<Entry extends object>(
  entries: AsyncIterable<Entry>,
  bounds: typeof BATCH = BATCH,
): AsyncGenerator<Entry[]> {
  let batch: Entry[] = [];
  let bytes = 0;
  for await (const entry of entries) {
    const size = Buffer.byteLength(JSON.stringify(entry));
    if (batch.length === bounds.entries || (batch.length > 0 && bytes + size > bounds.bytes)) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(entry);
    bytes += size;
  }
  if (batch.length > 0) yield batch;
}
