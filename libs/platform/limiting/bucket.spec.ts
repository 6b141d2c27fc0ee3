import { Bucket } from './bucket';
import { clientNetwork } from './client-address';

const taken = (bucket: Bucket): number => {
  let count = 0;
  while (count < 1_000 && bucket.take()) count++;
  return count;
};

describe('a bucket', () => {
  beforeEach(() => void jest.useFakeTimers({ advanceTimers: false }));
  afterEach(() => void jest.useRealTimers());

  it('has its burst at once, and then its rate', () => {
    const bucket = new Bucket({ perSecond: 10, burst: 30 });
    expect(taken(bucket)).toBe(30);
    jest.advanceTimersByTime(500);
    expect(taken(bucket)).toBe(5);
    jest.advanceTimersByTime(3_600_000);
    expect(taken(bucket)).toBe(30);
  });

  it('says how many are left, when the next one is, and when it is full', () => {
    const bucket = new Bucket({ perSecond: 0.5, burst: 2 });
    expect([bucket.left, bucket.secondsToNext(), bucket.secondsToFull()]).toEqual([2, 0, 0]);
    taken(bucket);
    expect([bucket.left, bucket.secondsToNext(), bucket.secondsToFull()]).toEqual([0, 2, 4]);
  });

  it('pays back what others used before it gives again', () => {
    const bucket = new Bucket({ perSecond: 10, burst: 10 });
    bucket.charge(30);
    expect(bucket.left).toBe(0);
    jest.advanceTimersByTime(2_000);
    expect(bucket.take()).toBe(false);
    jest.advanceTimersByTime(500);
    expect(taken(bucket)).toBe(5);
  });

  it('takes back no more than its burst', () => {
    const bucket = new Bucket({ perSecond: 1, burst: 10 });
    bucket.charge(4);
    bucket.charge(-3);
    expect(bucket.left).toBe(9);
    bucket.charge(-3);
    expect(bucket.left).toBe(10);
  });

  it('gives a greater burst at once, and keeps no more than a smaller one', () => {
    const bucket = new Bucket({ perSecond: 1, burst: 10 });
    taken(bucket);
    bucket.change({ perSecond: 1, burst: 15 });
    expect(taken(bucket)).toBe(5);
    jest.advanceTimersByTime(60_000);
    bucket.change({ perSecond: 1, burst: 3 });
    expect(taken(bucket)).toBe(3);
  });
});

describe('the network of a client', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
    ['2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
    ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
    ['not:an:address', 'not:an:address'],
  ])('of %s is %s', (address, network) => {
    expect(clientNetwork(address)).toBe(network);
  });
});
