import { Injectable } from '@nestjs/common';
import type { DeadLetter } from '@probity/contracts/operations/views';
import { KeyedOperations } from '@probity/messaging/idempotency/keyed-operations';
import { Database } from '@probity/persistence/database';
import { found, invalid } from '@probity/platform/errors';
import { OperationQueries } from '@probity/read-side/operations/operation-queries';
import type { Officer } from '../auth/staff-caller';
import { MaintenanceRecord } from '../projections/maintenance-record';
import type { RerunLetterBody } from './rerun-letter.dto';

const AGAIN = 'SELECT platform.handle_dead_letter_again($1, $2)';

/** Has dead facts handled again. It records who wants it, and why, before the service sees it. */
@Injectable()
export class RerunLetter {
  constructor(
    private readonly database: Database,
    private readonly queries: OperationQueries,
    private readonly record: MaintenanceRecord,
    private readonly operations: KeyedOperations,
  ) {}

  /** @throws Refusal `not_found`, `letter_not_rerun` */
  run(by: Officer, { service, message, reason }: RerunLetterBody): Promise<DeadLetter> {
    return this.operations.ofRequest({}, async (_given, operationId) => {
      const letter = await this.read(service, message);
      if (letter.kind === 'command')
        throw invalid('letter_not_rerun', 'a command is not handled again: its caller got a failure and decides');
      if (letter.stream === null)
        throw invalid('letter_not_rerun', 'the fact does not say of which event it is, so it cannot be read again');
      const about = { use_id: operationId, letter: { service, message } };
      await this.record.add('rerun_dead_letter', by, reason, about);
      await this.database.query(AGAIN, [service, message]);
      // An embedded service may have handled it meanwhile. Then the letter is no longer listed.
      return (await this.queries.deadLetter(service, message)) ?? letter;
    });
  }

  private async read(service: string, message: string): Promise<DeadLetter> {
    return found('dead letter', `${message} of ${service}`, await this.queries.deadLetter(service, message));
  }
}
