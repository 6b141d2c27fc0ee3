import { ApiPropertyOptional } from '@nestjs/swagger';
import type { CustomerProfile, KycStatus, RiskRating } from '@probity/contracts/customers/profile';
import { CUSTOMER_TYPES, KYC_STATUSES, RISK_RATINGS } from '@probity/contracts/customers/words';
import { PageQuery } from '@probity/platform/http/page.dto';
import { NonBlankText } from '@probity/platform/http/text.decorators';
import { OptionalChoice } from '../fields/choice.decorators';
import { OptionalEmail } from '../fields/email.decorators';

export class CustomersQuery extends PageQuery {
  @OptionalEmail('whatever the case of its letters')
  email?: string;

  @ApiPropertyOptional({ maxLength: 255, example: 'crm-4711' })
  @NonBlankText(255)
  external_id?: string;

  @OptionalChoice(KYC_STATUSES)
  kyc_status?: KycStatus;

  @OptionalChoice(RISK_RATINGS)
  risk_rating?: RiskRating;

  @OptionalChoice(CUSTOMER_TYPES)
  customer_type?: CustomerProfile['customer_type'];
}
