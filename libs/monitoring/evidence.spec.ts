import { compileRule } from './compile-rule';
import { MAX_EVIDENCE_CHARACTERS } from './evidence';
import { recompute } from './recompute';
import { contextOf, ruleWith } from './testing/samples';

const text = (name: string) => ({ field: `transaction.payload.${name}`, type: 'text' });

describe('the size of evidence', () => {
  it('is limited: the hash of a large value takes its place', () => {
    const rule = compileRule(ruleWith({ contains: [text('note'), 'x'] }));
    const evidence = rule.explain(contextOf({ event: { note: 'x'.repeat(900_000) } }));
    expect(evidence.fields).toEqual({
      'transaction.payload.note:text': { sha256: expect.stringMatching(/^[0-9a-f]{64}$/), characters: 900_002 },
    });
    expect(() => recompute(rule.definition, evidence)).toThrow('only the hash of a value');
  });

  it('is limited for many values together; short values are kept', () => {
    const names = Array.from({ length: 60 }, (_, n) => `note${n}`);
    const rule = compileRule(ruleWith({ or: [...names, 'short'].map((name) => ({ contains: [text(name), 'y'] })) }));
    const event = { ...Object.fromEntries(names.map((name) => [name, name.padEnd(1_000, 'x')])), short: 'a note' };
    const { fields } = rule.explain(contextOf({ event }));
    expect(fields['transaction.payload.note0:text']).toBe(event['note0' as keyof typeof event]);
    expect(fields['transaction.payload.note59:text']).toMatchObject({ characters: 1_002 });
    expect(fields['transaction.payload.short:text']).toBe('a note');
    expect(JSON.stringify(fields).length).toBeLessThan(MAX_EVIDENCE_CHARACTERS * 1.5);
  });
});
