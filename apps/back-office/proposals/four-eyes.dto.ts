import { MAX_PROPOSAL_HOURS } from '@probity/contracts/proposals/policy';
import { OptionalFlag } from '@probity/platform/http/fields/choice';
import { ObjectOf } from '@probity/platform/http/fields/nested';
import { OptionalWholeNumber } from '@probity/platform/http/fields/number';
import { ReasonBody } from '../staff/decision.dto';

class FourEyesPolicyBody {
  @OptionalFlag()
  critical_alerts?: boolean | null;

  @OptionalFlag()
  kyc?: boolean | null;

  @OptionalFlag()
  rules?: boolean | null;

  @OptionalFlag()
  institution_rules?: boolean | null;

  @OptionalFlag()
  settings?: boolean | null;

  @OptionalFlag()
  keys?: boolean | null;

  @OptionalFlag()
  staff?: boolean | null;

  @OptionalFlag()
  personal_data?: boolean | null;

  @OptionalFlag()
  allow_list?: boolean | null;

  @OptionalFlag()
  reports?: boolean | null;

  @OptionalWholeNumber(1, MAX_PROPOSAL_HOURS, { example: 72 })
  expires_after_hours?: number | null;
}

export class ChangeFourEyesBody extends ReasonBody {
  @ObjectOf(() => FourEyesPolicyBody, { description: 'the change: omitted fields keep their values' })
  policy: FourEyesPolicyBody;
}
