import { freeFormProblem } from './free-form-json';

describe('free-form JSON', () => {
  it.each([[{}], [{ a: [1, 'x', null, true, { b: -0.5 }] }], [{ 'é😀': 'ok' }]])('accepts %j', (value) => {
    expect(freeFormProblem(value, 'metadata')).toBeUndefined();
  });

  it.each([
    ['a text', 'text', 'metadata must be a JSON object'],
    ['a list', [], 'metadata must be a JSON object'],
    ['null', null, 'metadata must be a JSON object'],
    ['U+0000 in a text', { a: { b: ['x\u0000'] } }, 'metadata.a.b[0] must not contain the character U+0000'],
    ['U+0000 in a key', { 'a\u0000': 1 }, 'metadata has a key that must not contain the character U+0000'],
    ['a lone surrogate', { a: '\ud800' }, 'metadata.a must be well-formed Unicode (it has a lone surrogate)'],
    ['a number that is too large', JSON.parse('{"n":1e400}'), 'metadata.n is a number out of range'],
  ])('rejects %s and names its path', (_case, value, message) => {
    expect(freeFormProblem(value, 'metadata')).toBe(message);
  });

  it('rejects more than 10,000 values', () => {
    const values = (count: number): object => ({ list: Array.from({ length: count }, () => 0) });
    expect(freeFormProblem(values(9_998), 'metadata')).toBeUndefined();
    expect(freeFormProblem(values(9_999), 'metadata')).toBe('metadata has more than 10000 values');
  });

  it('counts bytes, not characters', () => {
    expect(freeFormProblem({ a: 'é' }, 'metadata', 10)).toBeUndefined();
    expect(freeFormProblem({ a: 'éa' }, 'metadata', 10)).toBe('metadata must have at most 10 bytes as JSON');
  });

  it('rejects more than 32 levels', () => {
    const nested = (levels: number): object => (levels === 1 ? {} : { a: nested(levels - 1) });
    expect(freeFormProblem(nested(32), 'metadata')).toBeUndefined();
    expect(freeFormProblem(nested(33), 'metadata')).toMatch(/nested deeper than 32 levels/);
  });
});
