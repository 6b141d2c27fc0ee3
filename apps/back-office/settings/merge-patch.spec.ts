import { mergePatch } from './merge-patch';

describe('a merge patch', () => {
  // The examples of RFC 7396, appendix A, whose target and patch are objects.
  it.each([
    [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
    [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
    [{ a: 'b' }, { a: null }, {}],
    [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
    [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
    [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
    [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
    [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
    [{ e: null }, { a: 1 }, { e: null, a: 1 }],
    [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
  ])('turns %j by %j into %j', (target, patch, result) => {
    expect(mergePatch(target, patch)).toEqual(result);
  });

  it('changes neither the target nor a prototype', () => {
    const target = { a: { b: 1 } };
    const patch = JSON.parse('{"a": {"b": 2}, "__proto__": {"polluted": true}}') as Record<string, unknown>;
    expect(Object.keys(mergePatch(target, patch))).toEqual(['a', '__proto__']);
    expect(target).toEqual({ a: { b: 1 } });
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});
