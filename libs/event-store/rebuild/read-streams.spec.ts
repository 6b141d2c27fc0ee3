import { ahead, someAtOnce } from './read-streams';

/** Records what it is asked for; ends with the error, if there is one. */
function source(count: number, error?: Error) {
  const log: string[] = [];
  async function* items(): AsyncGenerator<number> {
    try {
      for (let n = 1; n <= count; n++) {
        log.push(`read ${n}`);
        yield await Promise.resolve(n);
      }
      if (error) throw error;
    } finally {
      log.push('ended');
    }
  }
  return { log, items: items() };
}

const turn = (): Promise<void> => new Promise((done) => setImmediate(done));

describe('reading ahead', () => {
  it('reads the next item while the caller handles one, and not more', async () => {
    const { log, items } = source(3);
    for await (const item of ahead(items)) {
      await turn();
      log.push(`handled ${item}`);
    }
    expect(log).toEqual(['read 1', 'read 2', 'handled 1', 'read 3', 'handled 2', 'ended', 'handled 3']);
  });

  it('throws an error of the reader after the caller has handled what was read before', async () => {
    const { log, items } = source(2, new Error('the store is gone'));
    const reading = (async () => {
      for await (const item of ahead(items)) {
        await turn();
        log.push(`handled ${item}`);
      }
    })();
    await expect(reading).rejects.toThrow('the store is gone');
    expect(log.slice(-1)).toEqual(['handled 2']);
  });

  it('ends the reader when the caller leaves', async () => {
    const { log, items } = source(3);
    for await (const _ of ahead(items)) break;
    expect(log).toEqual(['read 1', 'read 2', 'ended']);
  });
});

describe('handling some streams at the same time', () => {
  it('begins no other stream after an error, and throws it when no handling is in progress', async () => {
    const begun: string[] = [];
    const ended: string[] = [];
    const streams = Array.from({ length: 100 }, (_, n) => `stream-${n}`);
    const work = someAtOnce(streams, async (stream) => {
      begun.push(stream);
      await turn();
      if (stream === 'stream-3') throw new Error('the first error');
      await turn();
      ended.push(stream);
      if (stream === 'stream-5') throw new Error('a later error');
    });
    await expect(work).rejects.toThrow('the first error');
    expect(begun.length).toBeLessThan(streams.length);
    expect(ended).toEqual(begun.filter((stream) => stream !== 'stream-3'));
  });
});
