import fc from 'fast-check';
import { OffsetTracker } from './offset-tracker';

function trackerOf(...offsets: number[]): OffsetTracker {
  const tracker = new OffsetTracker();
  for (const offset of offsets) tracker.take(offset);
  return tracker;
}

describe('the offset tracker of a partition', () => {
  it('has nothing to commit before it has taken a message', () => {
    expect(new OffsetTracker().toCommit).toBeUndefined();
  });

  it('commits up to the lowest message that is not finished', () => {
    const tracker = trackerOf(5, 6, 7);
    tracker.finish(6);
    tracker.finish(7);
    expect(tracker.toCommit).toBe(5);
    tracker.finish(5);
    expect(tracker.toCommit).toBe(8);
  });

  it('skips offsets without a message, such as transaction markers', () => {
    const tracker = trackerOf(5, 9);
    tracker.finish(5);
    expect(tracker.toCommit).toBe(9);
  });

  it('commits an offset only once', () => {
    const tracker = trackerOf(5);
    tracker.finish(5);
    tracker.commit(6);
    expect(tracker.toCommit).toBeUndefined();
  });

  it('does not take a message twice', () => {
    const tracker = trackerOf(5, 6);
    expect(tracker.take(5)).toBe(false);
    expect(tracker.take(7)).toBe(true);
  });

  it('distinguishes a recreated partition from redelivered messages', () => {
    const tracker = trackerOf(50, 51);
    tracker.finish(50);
    expect(tracker.isOutdatedBy(3)).toBe(false); // no offset was committed yet
    tracker.commit(51);
    tracker.commit(undefined); // the group was rebalanced
    expect(tracker.isOutdatedBy(51)).toBe(false);
    expect(tracker.isOutdatedBy(50)).toBe(true);
  });

  it('never commits past an unfinished message, for any order in which messages finish', () => {
    const orders = fc
      .uniqueArray(fc.nat(1_000), { minLength: 1, maxLength: 50 })
      .map((offsets) => offsets.sort((a, b) => a - b))
      .chain((offsets) => fc.tuple(fc.constant(offsets), fc.shuffledSubarray(offsets, { minLength: offsets.length })));
    fc.assert(
      fc.property(orders, ([offsets, order]) => {
        const tracker = trackerOf(...offsets);
        const open = new Set(offsets);
        for (const offset of order) {
          tracker.finish(offset);
          open.delete(offset);
          expect(tracker.toCommit).toBe(open.size === 0 ? offsets.at(-1)! + 1 : Math.min(...open));
          expect(tracker.inFlight).toBe(open.size);
        }
      }),
    );
  });
});
