import { PacedWork } from './paced-work';

describe('paced work', () => {
  it('lets other work run between two pieces', async () => {
    const order: string[] = [];
    const paced = new PacedWork();
    const piece = async (name: string): Promise<void> => {
      await paced.begin();
      order.push(name);
      setImmediate(() => order.push(`other work after ${name}`));
    };
    await Promise.all([piece('the first'), piece('the second'), piece('the third')]);
    expect(order).toEqual([
      'the first',
      'other work after the first',
      'the second',
      'other work after the second',
      'the third',
    ]);
  });

  it('rests after a long piece as long as the piece took', async () => {
    const paced = new PacedWork();
    const begun: number[] = [];
    const piece = async (): Promise<void> => {
      await paced.begin();
      begun.push(performance.now());
      for (const until = performance.now() + 10; performance.now() < until;);
    };
    await Promise.all([piece(), piece()]);
    expect(begun[1]! - begun[0]!).toBeGreaterThan(18); // 10 ms of work, 10 ms of rest; a timer may be early by a fraction
  });
});
