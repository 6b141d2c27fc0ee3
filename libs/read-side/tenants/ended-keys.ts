import type { KeyObject } from 'node:crypto';
import type { Sql } from '@probity/persistence/database';
import { canonicalJson } from '@probity/platform/canonical-json';
import { type GrantSigner, isSigned } from '@probity/platform/grants';

/** The API keys that were revoked or replaced, as the back office last said. It only grows. */
export interface EndedKeys {
  signature: string;
  /** epoch milliseconds */
  signedAt: number;
  /** when each key ends or ended: epoch milliseconds by its id */
  ends: Map<string, number>;
}

interface Statement {
  type: 'ended_api_keys';
  version: 1;
  signed_at: string;
  ends: Record<string, string>;
}

const READ = `
  SELECT CASE WHEN signature <> $1 THEN statement END AS statement, signature FROM back_office.ended_api_keys`;
const WRITE = `
  INSERT INTO back_office.ended_api_keys (statement, signature) VALUES ($1, $2)
  ON CONFLICT (only_row) DO UPDATE SET statement = excluded.statement, signature = excluded.signature`;

/**
 * The stored list; undefined when there is none.
 *
 * @param known the list that was read before; it is returned if the stored one has its signature
 * @throws ForgedList when the back office did not sign it
 */
export async function readEndedKeys(sql: Sql, publicKey: KeyObject, known?: EndedKeys): Promise<EndedKeys | undefined> {
  const { rows } = await sql.query<{ statement: string | null; signature: string }>(READ, [known?.signature ?? '']);
  if (!rows[0]) return undefined;
  const { statement, signature } = rows[0];
  if (statement === null) return known;
  if (!isSigned(publicKey, statement, signature)) throw new ForgedList();
  const { type, signed_at, ends } = JSON.parse(statement) as Statement;
  if (type !== 'ended_api_keys') throw new ForgedList();
  return {
    signature,
    signedAt: Date.parse(signed_at),
    ends: new Map(Object.entries(ends).map(([id, at]) => [id, Date.parse(at)])),
  };
}

/** Replaces the stored list. */
export async function writeEndedKeys(
  sql: Sql,
  { signedAt, ends }: Pick<EndedKeys, 'signedAt' | 'ends'>,
  signer: GrantSigner,
): Promise<void> {
  const statement: Statement = {
    type: 'ended_api_keys',
    version: 1,
    signed_at: new Date(signedAt).toISOString(),
    ends: Object.fromEntries([...ends].map(([id, at]) => [id, new Date(at).toISOString()])),
  };
  const text = canonicalJson(statement);
  await sql.query(WRITE, [text, signer.sign(text)]);
}

/** Adds ends to a list. Of two ends of a key the earlier one counts. */
export function addEnds(to: Map<string, number>, more: Iterable<[id: string, at: number]>): void {
  for (const [id, at] of more) to.set(id, Math.min(at, to.get(id) ?? at));
}

export class ForgedList extends Error {
  constructor() {
    super(
      'the list of ended API keys in back_office.ended_api_keys is not signed with the key of grants; set ' +
        'PROBITY_GRANT_KEY of the gateway to the key that `probity key public-key` prints with the master key of the ' +
        'back office. If the key is right, the row was changed: the back office replaces it within ten minutes',
    );
    this.name = 'ForgedList';
  }
}
