import { AuditProblem } from '@probity/contracts/audit/verification';
import { auditProblem, ledgerProblem } from './problem-words';

describe('a problem in words', () => {
  it.each([...AuditProblem.properties.kind.description!.matchAll(/`(\w+)`/g)].map(([, kind]) => kind!))(
    'of an audit trail, %s, is explained',
    (kind) => expect(auditProblem(kind)).not.toMatch(/^A check failed/),
  );

  it('that this page does not know has its name', () => {
    expect(ledgerProblem('moon_phase')).toBe('A check failed: moon phase.');
    expect(auditProblem('moon_phase')).toBe('A check failed: moon phase.');
  });
});
