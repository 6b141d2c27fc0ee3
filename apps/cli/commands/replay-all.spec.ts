import { BackOfficeError } from '@probity/platform/http/back-office-client';
import { replayAll } from './replay-all';

const BODY = { since: '2026-03-01' };

/** A back office that returns these results in turn, and the requests that it received. */
function office(...results: (object | Error)[]) {
  const asked: { path: string; body: object }[] = [];
  const post = async <Data>(path: string, body: object): Promise<Data> => {
    asked.push({ path, body });
    const answer = results.shift();
    if (answer === undefined) throw new Error('there were more requests than expected');
    if (answer instanceof Error) throw answer;
    return answer as Data;
  };
  return { post, asked };
}

describe('a replay', () => {
  it('repeats the request until nothing is left, and shows its progress', async () => {
    const backOffice = office(
      { replayed: 1_000, more: true },
      { replayed: 1_000, more: true },
      { replayed: 12, more: false },
    );
    const progress: number[] = [];
    expect(await replayAll(backOffice, 'replay', BODY, (replayed) => progress.push(replayed))).toBe(2_012);
    expect(progress).toEqual([1_000, 2_000]);
    expect(backOffice.asked).toEqual(Array(3).fill({ path: 'replay', body: BODY }));
  });

  it('sends one request when there is nothing to replay', async () => {
    expect(await replayAll(office({ replayed: 0, more: false }), 'replay', BODY, () => {})).toBe(0);
  });

  it('ends when the back office rejects the request', async () => {
    const gone = new BackOfficeError(404, 'not_found', 'the endpoint was not found');
    await expect(replayAll(office({ replayed: 1, more: true }, gone), 'replay', BODY, () => {})).rejects.toBe(gone);
  });
});
