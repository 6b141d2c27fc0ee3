import { ReadPositions } from './read-positions';

const at = (partition: number, offset: number) => ({ topic: 'facts', partition, offset });

describe('the read positions of partitions', () => {
  it('reach the given places only when every partition does', async () => {
    const positions = new ReadPositions();
    positions.set(at(0, 3));
    const reached = positions.reach([at(0, 3), at(1, 1)], 10_000);
    positions.set(at(1, 2));
    await reached;
  });

  it('never move back', () => {
    const positions = new ReadPositions();
    positions.set(at(0, 3));
    positions.set(at(0, 1));
    expect(positions.hasReached(at(0, 3))).toBe(true);
  });

  it('name the partitions that are behind when the time is up', async () => {
    const positions = new ReadPositions();
    positions.set(at(0, 3));
    await expect(positions.reach([at(0, 3), at(1, 1), at(2, 7)], 0)).rejects.toThrow(
      'not read within 0 ms: facts/1 up to 1, facts/2 up to 7',
    );
  });

  it('report why reading ended', async () => {
    const positions = new ReadPositions();
    positions.fail(new Error('the broker has gone'));
    await expect(positions.reach([at(0, 1)], 10_000)).rejects.toThrow('the broker has gone');
  });
});
