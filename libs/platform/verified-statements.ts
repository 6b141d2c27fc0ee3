import type { KeyObject } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { isSigned } from './grants';

interface Signed {
  signature: string | null;
}

interface Known<Row> {
  row: Row;
  statement: string;
  signature: string | null;
  holds: boolean;
}

/** Says whether the back office signed what rows grant. Each version of a row is verified once. */
export class VerifiedStatements<Row extends Signed> {
  private readonly known: LRUCache<string, Known<Row>>;

  /** @param statementOf the signed text about a row, which does not change after it was read */
  constructor(
    private readonly publicKey: KeyObject,
    private readonly statementOf: (row: Row) => string,
    max: number,
  ) {
    this.known = new LRUCache({ max });
  }

  hold(id: string, row: Row): boolean {
    const known = this.known.get(id);
    if (known?.row === row) return known.holds;
    const { signature } = row;
    const statement = this.statementOf(row);
    const isSame = known?.statement === statement && known.signature === signature;
    const holds = isSame ? known.holds : isSigned(this.publicKey, statement, signature);
    this.known.set(id, { row, statement, signature, holds });
    return holds;
  }
}
