import { BodiesWithoutKey, MAX_OF_ADDRESS, MAX_OF_ALL } from './bodies-without-key';

const HALF = MAX_OF_ADDRESS / 2;

describe('bodies without a key', () => {
  it('have room for each address, and again when one has ended', () => {
    const bodies = new BodiesWithoutKey();
    const end = bodies.begin('192.0.2.7', HALF)!;
    bodies.begin('192.0.2.7', HALF);
    expect(bodies.begin('192.0.2.7', 1)).toBeUndefined();
    expect(bodies.begin('192.0.2.8', 1)).toBeDefined();
    end();
    expect(bodies.begin('192.0.2.7', HALF)).toBeDefined();
  });

  it('share the room of a network of IPv6', () => {
    const bodies = new BodiesWithoutKey();
    bodies.begin('2001:db8::1', MAX_OF_ADDRESS);
    expect(bodies.begin('2001:db8::2', 1)).toBeUndefined();
  });

  it('of all addresses together are bounded', () => {
    const bodies = new BodiesWithoutKey();
    const ends = Array.from({ length: MAX_OF_ALL / MAX_OF_ADDRESS }, (_none, n) =>
      bodies.begin(`192.0.2.${n}`, MAX_OF_ADDRESS),
    );
    expect(ends).not.toContain(undefined);
    expect(bodies.begin('198.51.100.1', 1)).toBeUndefined();
    ends[0]!();
    expect(bodies.begin('198.51.100.1', 1)).toBeDefined();
  });
});
