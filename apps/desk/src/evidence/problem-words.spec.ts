import { AuditVerification } from '@probity/contracts/audit/verification';
import { auditProblem, ledgerProblem } from './problem-words';

describe('a problem in words', () => {
  /** The kinds are in the description: services may add some. */
  const described = JSON.stringify(AuditVerification.properties.first);
  const kinds = [...described.matchAll(/`(\w+)`/g)].map(([, kind]) => kind!);

  it('of an audit trail is explained', () => {
    expect(kinds.length).toBeGreaterThan(10);
    expect(kinds.map(auditProblem).filter((words) => words.startsWith('A check failed'))).toEqual([]);
  });

  it('that this page does not know has its name', () => {
    expect(ledgerProblem('moon_phase')).toBe('A check failed: moon phase.');
    expect(auditProblem('moon_phase')).toBe('A check failed: moon phase.');
  });
});
