import { linesOf } from './lines';

const streamOf = (...parts: string[]): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start(controller) {
      for (const part of parts) controller.enqueue(new TextEncoder().encode(part));
      controller.close();
    },
  });

it('reads lines that arrive in parts, and returns the last one', async () => {
  const seen: unknown[] = [];
  const last = await linesOf(streamOf('{"n":1}\n{"n', '":2}\n{"n":3}'), (line) => seen.push(line));
  expect([seen, last]).toEqual([[{ n: 1 }, { n: 2 }, { n: 3 }], { n: 3 }]);
});

it('fails with the message of a last line that is an error', async () => {
  const stream = streamOf('{"n":1}\n', '{"status":"error","code":"internal","message":"it broke"}\n');
  await expect(linesOf(stream, () => {})).rejects.toMatchObject({ code: 'internal', message: 'it broke' });
});
