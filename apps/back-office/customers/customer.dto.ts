import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';
import type { KycStatus, RiskRating } from '@probity/contracts/customers/profile';
import { CUSTOMER_TYPES, KYC_STATUSES, RISK_RATINGS } from '@probity/contracts/customers/words';
import { PageQuery } from '@probity/platform/http/page.dto';
import { OptionalText } from '@probity/platform/http/text.decorators';
import { DecisionBody } from '../staff/decision.dto';

export class CustomersQuery extends PageQuery {
  @ApiPropertyOptional({ maxLength: 320, description: 'without regard to case' })
  @OptionalText(320)
  email?: string;

  @ApiPropertyOptional({ maxLength: 255 })
  @OptionalText(255)
  external_id?: string;

  @ApiPropertyOptional({ enum: KYC_STATUSES })
  @IsOptional()
  @IsIn(KYC_STATUSES)
  kyc_status?: KycStatus;

  @ApiPropertyOptional({ enum: RISK_RATINGS })
  @IsOptional()
  @IsIn(RISK_RATINGS)
  risk_rating?: RiskRating;

  @ApiPropertyOptional({ enum: CUSTOMER_TYPES })
  @IsOptional()
  @IsIn(CUSTOMER_TYPES)
  customer_type?: (typeof CUSTOMER_TYPES)[number];
}

export class KycStatusBody extends DecisionBody {
  @ApiProperty({ enum: KYC_STATUSES })
  @IsIn(KYC_STATUSES)
  to: KycStatus;
}
