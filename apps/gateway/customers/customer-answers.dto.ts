import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import {
  ACTOR_TYPES,
  CUSTOMER_TYPES,
  KYC_STATUSES,
  ONBOARDING_CHANNELS,
  PEP_STATUSES,
  RISK_RATINGS,
  TRIGGER_TYPES,
} from '@probity/contracts/customers/words';

const ID = { type: 'string', format: 'uuid', example: '019a2b3c-4d5e-7f60-8a1b-2c3d4e5f6081' } as const;
const TENANT_ID = { ...ID, example: '019a2b3c-4d5e-7f60-8a1b-2c3d4e5f6070' } as const;
const TIME = { type: 'string', format: 'date-time', example: '2026-11-20T09:30:00.000Z' } as const;
const COUNTRY = { type: 'string', example: 'GB', description: 'ISO 3166-1 alpha-2' } as const;
const DAY = { type: 'string', format: 'date' } as const;
const text = (example: string) => ({ type: 'string', nullable: true, example }) as const;
const FREE_FORM = { type: 'object', additionalProperties: true, nullable: true } as const;

export class Address {
  @ApiPropertyOptional({ example: '1 High Street' }) line1?: string;
  @ApiPropertyOptional({ example: 'Flat 2' }) line2?: string;
  @ApiPropertyOptional({ example: 'London' }) city?: string;
  @ApiPropertyOptional({ example: 'Greater London' }) state?: string;
  @ApiPropertyOptional(COUNTRY) country?: string;
  @ApiPropertyOptional({ example: 'SW1A 1AA' }) postal_code?: string;
}

export class Party {
  @ApiProperty({ example: 'John Roe' }) name: string;
  @ApiPropertyOptional({ example: 'director' }) role?: string;
  @ApiPropertyOptional({ example: '25.5', description: 'per cent' }) ownership_share?: string;
  @ApiPropertyOptional({ ...DAY, example: '1980-02-29' }) date_of_birth?: string;
  @ApiPropertyOptional(COUNTRY) nationality?: string;
}

export class IdentityDocument {
  @ApiProperty({ example: 'passport' }) type: string;
  @ApiPropertyOptional({ example: '123456789' }) number?: string;
  @ApiPropertyOptional(COUNTRY) issuing_country?: string;
  @ApiPropertyOptional({ ...DAY, example: '2031-05-31' }) expires_on?: string;
}

/** What a creation answers. */
export class CreatedCustomer {
  @ApiProperty(ID) id: string;
  @ApiProperty(TENANT_ID) tenant_id: string;
  @ApiProperty({ example: 'jane.doe@example.com' }) email: string;
  @ApiProperty({ enum: CUSTOMER_TYPES }) customer_type: string;
  @ApiProperty(text('Jane Doe')) full_name: string | null;
  @ApiProperty({ enum: KYC_STATUSES }) kyc_status: string;
  @ApiProperty(text('sumsub')) kyc_provider: string | null;
  @ApiProperty(text('applicant-17')) kyc_provider_ref: string | null;
  @ApiProperty({ enum: RISK_RATINGS }) risk_rating: string;
  @ApiProperty({ type: [String], example: ['ACC-1001'] }) account_refs: string[];
  @ApiProperty(TIME) created_at: string;
}

/** A customer with everything that is known; what is not known is null. */
export class Customer extends CreatedCustomer {
  @ApiProperty(text('Doe Trading Ltd')) business_name: string | null;
  @ApiProperty(text('crm-4711')) external_id: string | null;
  @ApiProperty({ ...COUNTRY, nullable: true }) nationality: string | null;
  @ApiProperty(text('+44 20 7946 0000')) phone: string | null;
  @ApiProperty({ ...DAY, nullable: true, example: '1980-02-29' }) date_of_birth: string | null;
  @ApiProperty(text('engineer')) occupation: string | null;
  @ApiProperty(text('salary')) source_of_funds: string | null;
  @ApiProperty({ enum: PEP_STATUSES }) pep_status: string;
  @ApiProperty({ type: 'string', enum: ONBOARDING_CHANNELS, nullable: true }) onboarding_channel: string | null;
  @ApiProperty({ type: Address, nullable: true }) address: Address | null;
  @ApiProperty({ type: [String], example: ['private-banking'] }) tags: string[];
  @ApiProperty(text('limited company')) business_type: string | null;
  @ApiProperty(text('wholesale')) industry_type: string | null;
  @ApiProperty(text('01234567')) registration_no: string | null;
  @ApiProperty(text('GB999999973')) tax_id: string | null;
  @ApiProperty(text('50000-100000')) income_range: string | null;
  @ApiProperty(text('inheritance')) source_of_wealth: string | null;
  @ApiProperty({ type: [Party] }) beneficial_owners: Party[];
  @ApiProperty({ type: [Party] }) related_parties: Party[];
  @ApiProperty({ type: [IdentityDocument] }) identity_documents: IdentityDocument[];
  @ApiProperty({ ...FREE_FORM, example: { segment: 'retail' } }) metadata: object | null;
  @ApiProperty(TIME) updated_at: string;
}

export class CustomerSummary {
  @ApiProperty(ID) id: string;
  @ApiProperty({ example: 'jane.doe@example.com' }) email: string;
  @ApiProperty(text('crm-4711')) external_id: string | null;
  @ApiProperty(text('Jane Doe')) full_name: string | null;
  @ApiProperty(text('Doe Trading Ltd')) business_name: string | null;
  @ApiProperty({ enum: CUSTOMER_TYPES }) customer_type: string;
  @ApiProperty({ enum: KYC_STATUSES }) kyc_status: string;
  @ApiProperty({ enum: RISK_RATINGS }) risk_rating: string;
  @ApiProperty(TIME) created_at: string;
}

export class RiskHistoryItem {
  @ApiProperty({ type: 'string', enum: RISK_RATINGS, nullable: true, description: 'null on the first item' })
  rating_from: string | null;
  @ApiProperty({ enum: RISK_RATINGS }) rating_to: string;
  @ApiProperty({ example: 'the customer was created' }) reason: string;
  @ApiProperty({ enum: TRIGGER_TYPES }) trigger_type: string;
  @ApiProperty({ type: 'integer', minimum: 0, maximum: 1000, example: 210 }) score: number;
  @ApiProperty({ enum: ACTOR_TYPES }) actor_type: string;
  @ApiProperty(TIME) created_at: string;
}
