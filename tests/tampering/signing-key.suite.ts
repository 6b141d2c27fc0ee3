import { type Detection, expectDetected } from './detection';
import { TARGET } from './sample-ledger';
import { LAST, scene } from './testing/stage';

export function signingKey(): void {
  describe('the signing key', () => {
    const allFail: Detection = {
      check: 'signature_ok',
      position: 1,
      postings: { 1: 'signature_ok', [TARGET]: 'signature_ok', [LAST]: 'signature_ok' },
    };
    const key = (set: string) => `UPDATE ledger.signing_keys SET ${set} WHERE ledger_id = $1`;
    const CASES: [string, string][] = [
      ['its first byte, the version', key('sealed = set_byte(sealed, 0, 1)')],
      ['a byte of the name of its master key', key('sealed = set_byte(sealed, 1, get_byte(sealed, 1) # 1)')],
      ['a byte of its IV', key('sealed = set_byte(sealed, 9, get_byte(sealed, 9) # 1)')],
      ['a byte of its tag', key('sealed = set_byte(sealed, 21, get_byte(sealed, 21) # 1)')],
      ['a byte of the key', key('sealed = set_byte(sealed, 37, get_byte(sealed, 37) # 1)')],
      ['an empty text', key("sealed = ''")],
      [
        "another ledger's key in its place",
        key('sealed = (SELECT sealed FROM ledger.signing_keys WHERE ledger_id <> $1 LIMIT 1)'),
      ],
      ['another id', key('id = gen_random_uuid()')],
      ['another ledger', key('ledger_id = gen_random_uuid()')],
      ['deleted', 'DELETE FROM ledger.signing_keys WHERE ledger_id = $1'],
    ];

    it.each(CASES)('%s', async (_name, statement) => {
      await scene.tamper(({ sql, ledger }) => sql.query(statement, [ledger.id]));
      await expectDetected(scene, allFail);
    });
  });
}
