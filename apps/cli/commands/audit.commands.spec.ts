import type { AuditEventView } from '@probity/contracts/audit/views';
import { COLUMNS } from './audit.commands';

const changeOf = (data: object) =>
  COLUMNS.find(({ title }) => title === 'CHANGE')!.value({ data } as unknown as AuditEventView);

describe('the audit trail', () => {
  it('shows what ran a stage before and after a change of settings', () => {
    const provider = { plugin: 'yente', fallback: 'native' };
    const before = { mode: 'native', provider: null };
    const screening = { stage: 'screening', before, after: { mode: 'plugin', provider } };
    const kyc = { stage: 'kyc', before, after: { mode: 'external', provider } };
    expect(changeOf({ version: 2, stages: [screening, kyc] })).toBe(
      'screening: native -> plugin yente (fallback native); kyc: native -> external',
    );
  });

  it('shows no change of stages for other actions', () => {
    expect(changeOf({ version: 2 })).toBeNull();
    expect(changeOf({ stages: [] })).toBeNull();
  });
});
