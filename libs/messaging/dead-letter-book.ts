import type { Sql } from '@probity/persistence/database';

const KEEP = 'SELECT platform.keep_dead_letter($1, $2, $3, $4, $5, $6, $7, $8)';
const PUT_ASIDE = 'SELECT platform.put_fact_aside($1, $2, $3, $4, $5, $6, $7) AS waits';
const HANDLED = 'SELECT platform.dead_letter_handled($1, $2)';
const MAX_TEXT = 500;

/** A message that a service could not handle. */
export interface DeadLetter {
  /** `<stream>@<revision>` of a fact; see `factLetter` */
  message: string;
  kind: 'command' | 'fact';
  type: string;
  /** of a fact, if it says of which event it is; without it, the fact cannot be handled again */
  stream?: string;
  revision?: number;
  reason: string;
  attempts: number;
}

/** The letter of a fact that says of which event it is. */
export type FactLetter = DeadLetter & { stream: string; revision: number };

/** The name of a fact in the book. */
export const factLetter = (stream: string, revision: number): string => `${stream}@${revision}`;

/**
 * Lists the dead letters of one service for operators. A letter stays until the fact is handled; a letter of a command
 * stays for 30 days. The same message is listed once.
 */
export class DeadLetterBook {
  constructor(
    private readonly sql: Sql,
    readonly service: string,
  ) {}

  /** Lists a letter. If an operator had it handled again, it has failed again. */
  async keep({ message, kind, type, stream, revision, reason, attempts }: DeadLetter): Promise<void> {
    const values = [short(message), kind, short(type), stream ?? null, revision ?? null, short(reason), attempts];
    await this.sql.query(KEEP, [this.service, ...values]);
  }

  /**
   * Lists a fact about an object that the read side does not show yet. It is handled again by itself, for an hour; an
   * operator can have it handled again then.
   *
   * @returns whether it will be handled again by itself
   */
  async putAside({ message, type, stream, revision, reason, attempts }: FactLetter): Promise<boolean> {
    const values = [short(message), short(type), stream, revision, short(reason), attempts];
    const { rows } = await this.sql.query<{ waits: boolean }>(PUT_ASIDE, [this.service, ...values]);
    return rows[0]!.waits;
  }

  /** Removes the letter of a fact that an operator had handled again. */
  async handled(message: string): Promise<void> {
    await this.sql.query(HANDLED, [this.service, message]);
  }
}

/** Postgres stores no zero character, which a message from outside may have. */
const short = (text: string): string => text.replaceAll('\0', '').slice(0, MAX_TEXT);
