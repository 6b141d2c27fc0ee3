import { ACTIVITY_TEXTS, type ActivityFields, type Direction, type Method } from '../activity';
import type { ActivityLog } from './activity-log';

const [CURRENCY, DIRECTION, METHOD, COUNTERPARTY, COUNTERPARTY_COUNTRY, CHANNEL, ACCOUNT_REF] = ACTIVITY_TEXTS.keys();

/** Reads one row of a log as an activity. Set `row` to choose the row. */
export class LoggedActivity implements ActivityFields {
  row = 0;

  constructor(readonly log: ActivityLog) {}

  get at(): number {
    return this.log.at(this.row);
  }

  get amount(): bigint {
    return this.log.amount(this.row);
  }

  get comparable(): boolean {
    return this.log.comparable(this.row);
  }

  get currency(): string {
    return this.log.text(this.row, CURRENCY as number) as string;
  }

  get direction(): Direction {
    return this.log.text(this.row, DIRECTION as number) as Direction;
  }

  get method(): Method {
    return this.log.text(this.row, METHOD as number) as Method;
  }

  get counterparty(): string | null {
    return this.log.text(this.row, COUNTERPARTY as number);
  }

  get counterparty_country(): string | null {
    return this.log.text(this.row, COUNTERPARTY_COUNTRY as number);
  }

  get channel(): string | null {
    return this.log.text(this.row, CHANNEL as number);
  }

  get account_ref(): string {
    return this.log.text(this.row, ACCOUNT_REF as number) as string;
  }
}
