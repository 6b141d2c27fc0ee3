import { WRONG_TOKENS, WrongTokens } from './wrong-tokens';

const ATTACKER = '192.0.2.7';

describe('wrong tokens', () => {
  let tokens: WrongTokens;
  beforeEach(() => {
    jest.useFakeTimers({ advanceTimers: false });
    tokens = new WrongTokens();
  });
  afterEach(() => void jest.useRealTimers());

  const guess = (address: string, count: number): void => {
    for (let n = 0; n < count; n++) tokens.count(address, `guess ${n}`);
  };

  it('make an address wait once it has used up its attempts', () => {
    guess(ATTACKER, WRONG_TOKENS.burst - 1);
    expect(tokens.secondsToWait(ATTACKER)).toBe(0);
    expect(tokens.count(ATTACKER, 'the last')).toBe(true);
    expect(tokens.secondsToWait(ATTACKER)).toBe(10);
    jest.advanceTimersByTime(10_000);
    expect(tokens.secondsToWait(ATTACKER)).toBe(0);
  });

  it('have no effect on another address, but on the network of an IPv6 address', () => {
    guess('2001:db8::1', WRONG_TOKENS.burst);
    expect(tokens.secondsToWait('2001:db8::2')).toBe(10);
    expect(tokens.secondsToWait('2001:db8:0:1::1')).toBe(0);
  });

  it('are remembered for each address, the newest ones', () => {
    guess(ATTACKER, 9);
    expect([tokens.isKnown(ATTACKER, 'guess 8'), tokens.isKnown(ATTACKER, 'guess 0')]).toEqual([true, false]);
    expect(tokens.isKnown('192.0.2.8', 'guess 8')).toBe(false);
  });
});
