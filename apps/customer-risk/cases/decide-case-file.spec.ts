import { MAX_FILES_OF_CASE } from '@probity/contracts/case-files/words';
import type { CaseState } from './case-state';
import { decideAttachment, decideRemoval, refuseMoreFiles } from './decide-case-file';

const NOW = '2026-11-25T12:00:00.000Z';
const SHA = 'a'.repeat(64);
const IDS = { tenant_id: 't', case_id: 'c', customer_id: 'p' };
const file = (n: number, isRemoved = false) => ({ file_id: `f${n}`, sha256: SHA, name: 'a.pdf', isRemoved });
const files = (count: number, isRemoved = false) => Array.from({ length: count }, (_, n) => file(n, isRemoved));
const aCase = (of: CaseState['files'], closed?: CaseState['closed']): CaseState => ({
  opened: { ...IDS, officer: 'o', title: 't', reason: 'r', alert_ids: [], opened_at: NOW },
  alert_ids: [],
  entries: [],
  files: of,
  closed,
});
const asked = { ...IDS, file_id: 'new', officer: 'o', name: 'a.pdf', media_type: 'application/pdf' as const };
const content = { bytes: 10, sha256: SHA, scan: 'clean' as const };

describe('the files of a case', () => {
  it('are at most 50, without the removed ones', () => {
    const full = files(MAX_FILES_OF_CASE);
    expect(() => refuseMoreFiles(aCase(full))).toThrow(/has 50 files, which is the limit; remove one first/);
    expect(() => refuseMoreFiles(aCase([...full.slice(1), file(50, true)]))).not.toThrow();
    expect(() => refuseMoreFiles(aCase(files(200, true)))).toThrow(/has had 200 files/);
  });

  it('are counted again when one is attached: uploads run at the same time', () => {
    const stored = { part: 1, bytes: 10, sha256: SHA, begun_at: NOW };
    expect(decideAttachment(aCase([]), { ...asked, ...content }, stored, NOW)).toMatchObject({ file_id: 'new' });
    const full = aCase(files(MAX_FILES_OF_CASE));
    expect(() => decideAttachment(full, { ...asked, ...content }, stored, NOW)).toThrow(/which is the limit/);
  });

  it.each([
    ['fewer parts', { part: 0 }],
    ['other bytes', { bytes: 11 }],
    ['another SHA-256', { sha256: 'b'.repeat(64) }],
  ])('include none of which %s are stored', (_what, other) => {
    const stored = { part: 1, bytes: 10, sha256: SHA, begun_at: NOW, ...other };
    expect(() => decideAttachment(aCase([]), { ...asked, ...content }, stored, NOW)).toThrow(
      /differs from what was sent/,
    );
  });

  it('are attached within 50 minutes after their upload began', () => {
    const attachAt = (now: string) =>
      decideAttachment(aCase([]), { ...asked, ...content }, { part: 1, bytes: 10, sha256: SHA, begun_at: NOW }, now);
    expect(attachAt('2026-11-25T12:50:00.000Z')).toMatchObject({ file_id: 'new' });
    expect(() => attachAt('2026-11-25T12:50:00.001Z')).toThrow(/not finished within 50 minutes; upload it again/);
  });

  it('are removed once', () => {
    const by = { by: { officer: 'o' }, reason: 'a wrong file' };
    expect(decideRemoval(aCase([file(1)]), 'f1', by, NOW)).toMatchObject({ file_id: 'f1', reason: 'a wrong file' });
    expect(decideRemoval(aCase([file(1, true)]), 'f1', by, NOW)).toBeUndefined();
    expect(() => decideRemoval(aCase([]), 'f1', by, NOW)).toThrow(/file f1 was not found/);
  });
});
