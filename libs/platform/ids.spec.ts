import fc from 'fast-check';
import { v5 } from 'uuid';
import { derivedId, isUuid, newId } from './ids';

describe('ids', () => {
  it('are unique UUIDv7 that sort by the millisecond of their creation', () => {
    const ids = Array.from({ length: 10_000 }, newId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    const times = ids.map((id) => id.slice(0, 13));
    expect([...times].sort()).toEqual(times);
  });

  it('can be derived from a parent and a name (UUIDv5, RFC 9562 appendix A.4)', () => {
    expect(derivedId('6ba7b810-9dad-11d1-80b4-00c04fd430c8', 'www.example.com')).toBe(
      '2ed6657d-e927-568b-95e1-2665a8aea6a2',
    );
  });

  it('are derived as the library does it', () => {
    const texts = fc.string({ unit: 'binary', maxLength: 300 });
    fc.assert(
      fc.property(fc.uuid(), texts, (parent, name) => derivedId(parent.toUpperCase(), name) === v5(name, parent)),
    );
    expect(() => derivedId('www.example.com', 'name')).toThrow(
      'an id is derived from a UUID, not from www.example.com',
    );
  });

  it('are distinguished from other texts', () => {
    for (const id of [newId(), newId().toUpperCase(), '00000000-0000-0000-0000-000000000001'])
      expect(isUuid(id)).toBe(true);
    for (const other of ['', 'x', newId().slice(1), `${newId()}0`, 7, null]) expect(isUuid(other)).toBe(false);
  });
});
