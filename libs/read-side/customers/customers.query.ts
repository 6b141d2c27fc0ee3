import { MAX_LINE } from '@probity/contracts/customers/limits';
import type { CustomerProfile, KycStatus, RiskRating } from '@probity/contracts/customers/profile';
import { CUSTOMER_TYPES, KYC_STATUSES, RISK_RATINGS } from '@probity/contracts/customers/words';
import { OptionalChoice } from '@probity/platform/http/fields/choice';
import { NonBlankText } from '@probity/platform/http/fields/text';
import { PageQuery } from '@probity/platform/http/page.dto';

/** The query parameters of a list of customers. */
export class CustomersQuery extends PageQuery {
  @NonBlankText(MAX_LINE, { example: 'crm-4711' })
  external_id?: string;

  @OptionalChoice(KYC_STATUSES)
  kyc_status?: KycStatus;

  @OptionalChoice(RISK_RATINGS)
  risk_rating?: RiskRating;

  @OptionalChoice(CUSTOMER_TYPES)
  customer_type?: CustomerProfile['customer_type'];
}
