import { refuseOtherVersion } from './refuse-other-version';
import { compareAgain } from './compare-again';

/** A change during which others save the rule so many times, each time after the comparison. */
function disturbed(times: number) {
  let version = 1;
  let comparisons = 0;
  const change = async (): Promise<number> => {
    const compared = version;
    if (comparisons++ < times) version++;
    refuseOtherVersion({ version }, compared);
    return version;
  };
  return { change, comparisons: () => comparisons };
}
const conflict = { code: 'version_conflict' };

describe('a change of a rule', () => {
  it('is compared again when another change comes between', async () => {
    const { change, comparisons } = disturbed(3);
    expect(await compareAgain(undefined, change)).toBe(4);
    expect(comparisons()).toBe(4);
  });

  it('is not compared again when the caller named a version', async () => {
    const { change, comparisons } = disturbed(1);
    await expect(compareAgain(1, change)).rejects.toMatchObject(conflict);
    expect(comparisons()).toBe(1);
  });

  it('is given up when others change the rule without end', async () => {
    await expect(compareAgain(undefined, disturbed(Infinity).change)).rejects.toMatchObject(conflict);
  });

  it('fails at once for every other reason', async () => {
    const change = jest.fn().mockRejectedValue(new Error('no connection'));
    await expect(compareAgain(undefined, change)).rejects.toThrow('no connection');
    expect(change).toHaveBeenCalledTimes(1);
  });
});
