import { AppendRejected, StreamCutOff } from '../event-store';
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
    await expect(streams.check('ledger-1')).rejects.toBeInstanceOf(AppendRejected);
    await expect(streams.check('ledger-1')).rejects.toThrow('it was deleted');
    isCutOff = false;
    await streams.check('ledger-1');
  });
});
