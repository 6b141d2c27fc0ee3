import { AppendDenied, asAnswer, StreamCutOff } from '../event-store';
import { WholeStreams } from './whole-streams';

describe('a stream that is being written', () => {
  let now: number;
  let isCutOff: boolean;
  let looks: number;
  const whole = () =>
    new WholeStreams(
      (stream) => {
        looks++;
        return isCutOff ? Promise.reject(new StreamCutOff(stream, 'it was deleted')) : Promise.resolve();
      },
      () => now,
    );
  beforeEach(() => {
    now = 0;
    looks = 0;
    isCutOff = false;
  });

  it('is looked at once a second, however often it is written', async () => {
    const streams = whole();
    for (now = 0; now < 3_000; now += 100) await streams.check('ledger-1');
    expect(looks).toBe(3);
    await streams.check('ledger-2');
    expect(looks).toBe(4);
  });

  it('is rejected within a second after it was cut off, until it is whole again', async () => {
    const streams = whole();
    await streams.check('ledger-1');
    isCutOff = true;
    now = 1_000;
    await expect(streams.check('ledger-1')).rejects.toBeInstanceOf(AppendDenied);
    await expect(streams.check('ledger-1')).rejects.toThrow('it was deleted');
    isCutOff = false;
    await streams.check('ledger-1');
  });

  it('says nothing about an earlier attempt when it was cut off between two attempts', async () => {
    isCutOff = true;
    const error = await whole()
      .check('ledger-1')
      .catch((caught: unknown) => caught);
    expect(asAnswer(error, false)).toMatchObject({ kind: 'outcome_unknown' });
    expect(asAnswer(error, true)).toMatchObject({ refusal: { code: 'events_missing' } });
  });
});
