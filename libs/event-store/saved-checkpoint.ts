import type { Sql } from '@probity/persistence/database';
import type { Checkpoint } from './event-store';

/** The table of followers that project nothing. */
export const CHECKPOINTS = 'event_store.checkpoints';

/** The tables of projections are in their own schema, so that a schema and the record of what it has are restored together. */
const SCHEMAS: Record<string, string> = {
  'back-office': 'back_office',
  'customer-risk': 'customer_risk',
  ledger: 'ledger',
  notary: 'notary',
  pipeline: 'pipeline',
  'webhook-dispatcher': 'webhooks',
};

/** The table in which a service saves up to where it has projected the events. */
export function projectedUpTo(service: string): string {
  const schema = SCHEMAS[service];
  if (!schema) throw new Error(`the service ${service} has no schema of projections`);
  return `${schema}.projected_up_to`;
}

/** Up to where a follower has handled the events. */
export class SavedCheckpoint {
  /** @param table that the role of the service may write */
  constructor(
    private readonly database: Sql,
    private readonly table: string,
    private readonly follower: string,
  ) {}

  async read(): Promise<Checkpoint | undefined> {
    const { rows } = await this.database.query<{ checkpoint: Checkpoint }>(
      `SELECT checkpoint FROM ${this.table} WHERE follower = $1`,
      [this.follower],
    );
    return rows[0]?.checkpoint;
  }

  async save(checkpoint: Checkpoint): Promise<void> {
    await this.database.query(
      `INSERT INTO ${this.table} (follower, checkpoint) VALUES ($1, $2)
       ON CONFLICT (follower) DO UPDATE SET checkpoint = excluded.checkpoint, saved_at = now()`,
      [this.follower, checkpoint],
    );
  }
}
