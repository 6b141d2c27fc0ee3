import { Injectable } from '@nestjs/common';
import { Database } from '@probity/persistence/database';

const DAMAGED = `
  SELECT EXISTS (SELECT FROM platform.notices WHERE kind = 'stored_data_contradicts' AND status = 'open')
    OR EXISTS (SELECT FROM platform.contradictions) OR EXISTS (SELECT FROM notary.stopped_streams) AS damaged`;

/** Whether stored events are damaged, missing or of another program, or contradict the read side, as far as it is known. */
@Injectable()
export class StoredData {
  constructor(private readonly database: Database) {}

  /** Whether operators have to look. */
  async state(): Promise<'ok' | 'failed'> {
    const { rows } = await this.database.query<{ damaged: boolean }>(DAMAGED);
    return rows[0]!.damaged ? 'failed' : 'ok';
  }
}
