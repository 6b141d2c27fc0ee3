import { follow } from './follow';

describe('following a long task', () => {
  async function* reports(...lines: { step: number; done: boolean }[]) {
    yield* lines;
  }

  it('shows the progress and returns the outcome', async () => {
    const seen: number[] = [];
    const outcome = await follow(
      reports({ step: 1, done: false }, { step: 2, done: false }, { step: 3, done: true }),
      (report) => seen.push(report.step),
    );
    expect(seen).toEqual([1, 2]);
    expect(outcome).toEqual({ step: 3, done: true });
  });

  it('throws an error when the reports end before the task is done', async () => {
    await expect(follow(reports({ step: 1, done: false }), () => {})).rejects.toMatchObject({ code: 'cut_off' });
    await expect(follow(reports(), () => {})).rejects.toMatchObject({ code: 'cut_off' });
  });
});
