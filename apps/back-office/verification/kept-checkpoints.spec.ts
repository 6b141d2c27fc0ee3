import { randomUUID } from 'node:crypto';
import { ledgerOrigin, tenantOrigin } from '@probity/ledger-verification/origins';
import { formatNote } from '@probity/ledger-verification/signed-note';
import { keptOfLedger, keptOfTenant } from './kept-checkpoints';

const id = randomUUID();
const noteOf = (origin: string): string =>
  formatNote({
    text: `${origin}\n1\n${Buffer.alloc(32).toString('base64')}\n`,
    signatures: [{ name: origin, keyId: '00000000', signature: new Uint8Array(64) }],
  });
const [ofLedger, ofTenant] = [noteOf(ledgerOrigin(id)), noteOf(tenantOrigin(id))];

describe('a checkpoint that a request gives', () => {
  it('may be absent', () => {
    expect(keptOfTenant(id, null)).toBeUndefined();
    expect(keptOfLedger(id, undefined)).toEqual([]);
  });

  it('is of the log that is verified', () => {
    expect(keptOfTenant(id, ofTenant)).toBe(ofTenant);
    expect(keptOfLedger(id, [ofLedger, ofLedger])).toEqual([ofLedger, ofLedger]);
  });

  it('is rejected when it is of another log: the trail or the ledger is not wrong', () => {
    const logs = `${ledgerOrigin(id)}; that of the tenant is ${tenantOrigin(id)}`;
    expect(() => keptOfTenant(id, ofLedger)).toThrow(`checkpoint is of the log ${logs}`);
    expect(() => keptOfLedger(id, [ofLedger, ofTenant])).toThrow(`checkpoints[1] is of the log ${tenantOrigin(id)}`);
  });

  it('is rejected with a mark before it that no editor shows, and the message shows it', () => {
    expect(() => keptOfLedger(id, [`\uFEFF${ofLedger}`])).toThrow(`is of the log ?${ledgerOrigin(id)}; that of`);
  });

  it('is rejected when it is no checkpoint', () => {
    expect(() => keptOfTenant(id, '{"data":{}}')).toThrow('checkpoint is no signed checkpoint: ');
    expect(() => keptOfLedger(id, [''])).toThrow('checkpoints[0] is no signed checkpoint: ');
  });
});
