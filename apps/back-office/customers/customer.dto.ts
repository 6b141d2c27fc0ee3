import type { KycStatus } from '@probity/contracts/customers/profile';
import { KYC_STATUSES } from '@probity/contracts/customers/words';
import { Choice } from '@probity/platform/http/fields/choice';
import { OptionalText } from '@probity/platform/http/fields/text';
import { CustomersQuery as Query } from '@probity/read-side/customers/customers.query';
import { ReasonBody } from '../staff/decision.dto';

const MAX_EMAIL = 320;

export class CustomersQuery extends Query {
  @OptionalText(MAX_EMAIL, { example: 'jane.doe@example.com', description: 'without regard to case' })
  email?: string;
}

export class KycStatusBody extends ReasonBody {
  @Choice(KYC_STATUSES)
  to: KycStatus;
}
