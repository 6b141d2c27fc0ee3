import type { CaseOutcome } from '@probity/contracts/cases/events';
import { CASE_OUTCOMES } from '@probity/contracts/cases/words';
import { Choice } from '@probity/platform/http/fields/choice';
import { Text } from '@probity/platform/http/fields/text';
import { Uuid, Uuids } from '@probity/platform/http/fields/uuid';
import { MAX_REASON, ReasonBody } from '../staff/decision.dto';

const MAX_ALERTS = 200;
const MAX_TITLE = 255;
const CUSTOMER = '019a2b3c-4d5e-7f60-8a1b-2c3d4e5f6081';
const ALERTS = ['6ba7b810-9dad-51d1-80b4-00c04fd430c8'];

export class OpenCaseBody extends ReasonBody {
  @Uuid({ example: CUSTOMER })
  customer_id: string;

  @Text(MAX_TITLE, { example: 'Possible structuring in March' })
  title: string;

  @Uuids(0, MAX_ALERTS, { default: [], description: 'alerts of this customer that are in no open case' })
  alert_ids: string[] = [];
}

export class AddAlertsBody extends ReasonBody {
  @Uuids(1, MAX_ALERTS, { example: ALERTS })
  alert_ids: string[];
}

export class CaseNoteBody {
  @Text(MAX_REASON, { example: 'Asked the customer for the invoices.' })
  note: string;
}

export class CloseCaseBody extends ReasonBody {
  @Choice(CASE_OUTCOMES)
  outcome: CaseOutcome;
}
