import { PacedWork } from './paced-work';

const busy = (ms: number): void => {
  for (const until = performance.now() + ms; performance.now() < until;);
};

describe('paced work', () => {
  it('lets other work run between two pieces', async () => {
    const order: string[] = [];
    const paced = new PacedWork();
    const piece = (name: string) =>
      paced.run('one', () => {
        order.push(name);
        setImmediate(() => order.push(`other work after ${name}`));
      });
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
    const piece = () =>
      paced.run('one', () => {
        begun.push(performance.now());
        busy(10);
      });
    await Promise.all(Array.from({ length: 50 }, () => paced.run('one', () => {})));
    await Promise.all([piece(), piece()]);
    // 10 ms of work, 10 ms of rest; a timer may be early by a fraction
    expect(begun[1]! - begun[0]!).toBeGreaterThan(18);
  });

  it('rests four times as long when its code has hardly run', async () => {
    const paced = new PacedWork();
    const begun: number[] = [];
    const piece = () =>
      paced.run('one', () => {
        begun.push(performance.now());
        busy(10);
      });
    await Promise.all([piece(), piece()]);
    expect(begun[1]! - begun[0]!).toBeGreaterThan(48);
  });

  it('rests as long as what a piece has begun in its turn of the loop', async () => {
    const paced = new PacedWork();
    const begun: number[] = [];
    const piece = async () => {
      await paced.run('one', () => begun.push(performance.now()));
      busy(10);
    };
    await Promise.all([piece(), piece()]);
    expect(begun[1]! - begun[0]!).toBeGreaterThan(18);
  });

  it('lets owners take turns', async () => {
    const order: string[] = [];
    const paced = new PacedWork();
    const pieces = ['a', 'a', 'a', 'b'].map((owner) =>
      paced.run(owner, () => {
        order.push(owner);
        busy(1);
      }),
    );
    await Promise.all(pieces);
    expect(order).toEqual(['a', 'b', 'a', 'a']);
  });

  it('passes on results and errors, and goes on', async () => {
    const paced = new PacedWork();
    const failing = paced.run('one', () => {
      throw new Error('it does not parse');
    });
    const next = paced.run('one', () => 7);
    await expect(failing).rejects.toThrow('it does not parse');
    expect(await next).toBe(7);
  });
});
