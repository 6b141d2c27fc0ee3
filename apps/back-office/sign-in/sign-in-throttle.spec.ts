import { SignInThrottle } from './sign-in-throttle';

const OFFICE = '192.0.2.7';

describe('wrong sign-ins', () => {
  let throttle: SignInThrottle;
  beforeEach(() => {
    jest.useFakeTimers({ advanceTimers: false });
    throttle = new SignInThrottle();
  });
  afterEach(() => void jest.useRealTimers());

  const times = (count: number, one: (n: number) => void): void => {
    for (let n = 0; n < count; n++) one(n);
  };
  const stranger = (email: string, address = OFFICE) => ({ address, email, isKnownAddress: false });

  it('at other accounts from an office do not keep its staff out, and are slowed down themselves', () => {
    times(20, (n) => throttle.count(stranger(`guess-${n}@example.com`)));
    expect(throttle.secondsToWait(stranger('another@example.com'))).toBe(5);
    expect(throttle.secondsToWait({ address: OFFICE, email: 'ada@example.com', isKnownAddress: true })).toBe(0);
  });

  it('at the account of a person make an attempt from the same address wait, wherever it is', () => {
    const ada = { address: OFFICE, email: 'ada@example.com', isKnownAddress: true };
    times(5, () => throttle.count(ada));
    expect(throttle.secondsToWait(ada)).toBe(60);
  });

  it('at one account are counted together from all addresses, whatever else is tried and given back', () => {
    times(20, (n) => throttle.count(stranger('ada@example.com', `198.51.100.${n}`)));
    times(60_000, (n) => {
      const other = stranger(`right-${n}@example.com`, '203.0.113.9');
      throttle.count(other);
      throttle.giveBack(other);
    });
    expect(throttle.secondsToWait(stranger('ada@example.com', '203.0.113.10'))).toBeGreaterThan(0);
  });
});
