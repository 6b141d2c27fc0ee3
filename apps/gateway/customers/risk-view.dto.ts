import { ApiProperty } from '@nestjs/swagger';
import { KYC_STATUSES, RISK_RATINGS } from '@probity/contracts/customers/words';
import { ScreeningResult as SCREENING_RESULT } from '@probity/contracts/customers/views';
import { COMPLIANCE_FLAGS } from '@probity/scoring/compliance-flags';
import { Alert } from '../alerts/alert.dto';
import { Case } from '../cases/case.dto';
import { Customer } from './customer-answers.dto';

const TIME = { format: 'date-time', example: '2026-11-20T09:30:00.000Z' } as const;
const score = (example: number) => ({ type: 'integer', minimum: 0, maximum: 1000, example }) as const;

export class RiskReason {
  @ApiProperty({ example: 'geographic', description: 'a factor, or `floor`' }) factor: string;
  @ApiProperty({ type: 'integer', example: 25 }) points: number;
  @ApiProperty({ example: 'nationality GB (members of FATF with little perceived corruption)' }) reason: string;
}

export class Risk {
  @ApiProperty(score(210)) composite_score: number;
  @ApiProperty(score(150)) identity_score: number;
  @ApiProperty(score(100)) geographic_score: number;
  @ApiProperty(score(200)) product_score: number;
  @ApiProperty(score(0)) behavioral_score: number;
  @ApiProperty(score(300)) channel_score: number;
  @ApiProperty(score(0)) relationship_score: number;
  @ApiProperty({ enum: RISK_RATINGS }) rating: string;
  @ApiProperty({ type: [RiskReason], description: 'what the scores are made of' }) reasons: RiskReason[];
  @ApiProperty({
    example: 'v1/cd2c8b9ba5f1/countries-2026-06-19',
    description: 'of the scoring model and of the data that it used',
  })
  model_version: string;
  @ApiProperty(TIME) assessed_at: string;
}

export class IdentityCheck {
  @ApiProperty({ example: 'age' }) check: string;
  @ApiProperty({ enum: ['pass', 'fail', 'missing'] }) result: string;
  @ApiProperty({ example: 'date_of_birth' }) field: string;
  @ApiProperty({ example: 'the customer is 46 years old' }) detail: string;
}

export class IdentityVerification {
  @ApiProperty({ enum: KYC_STATUSES }) status: string;
  @ApiProperty({ type: 'string', nullable: true, example: 'sumsub' }) provider: string | null;
  @ApiProperty({ type: 'string', nullable: true, example: 'applicant-17' }) provider_ref: string | null;
  @ApiProperty({ description: 'nothing that the customer type needs is missing' }) complete: boolean;
  @ApiProperty({ description: 'nothing contradicts anything else' }) consistent: boolean;
  @ApiProperty({ type: [IdentityCheck] }) checks: IdentityCheck[];
}

/** What screening found about the customer, its owners, its related parties and its counterparties. */
export class ScreeningResult {
  @ApiProperty({ format: 'uuid', example: '6ba7b810-9dad-51d1-80b4-00c04fd430c8' }) alert_id: string;
  @ApiProperty({ example: 'ofac-sdn' }) list: string;
  @ApiProperty({ example: '12345' }) entry_id: string;
  @ApiProperty({ type: [String], example: ['sanction'] }) topics: string[];
  @ApiProperty({ example: 'customer', description: 'customer, beneficial_owner, related_party or counterparty' })
  subject: string;
  @ApiProperty({ example: 'Jane Doe' }) subject_name: string;
  @ApiProperty({ example: 'DOE, Jane' }) matched_name: string;
  @ApiProperty({ type: 'number', minimum: 0, maximum: 1, example: 0.97 }) score: number;
  @ApiProperty({ enum: SCREENING_RESULT.properties.status.enum }) status: string;
  @ApiProperty(TIME) screened_at: string;
}

export class ComplianceFlag {
  @ApiProperty({ example: 'pep', description: `one of ${COMPLIANCE_FLAGS.join(', ')}; more may be added` })
  flag: string;
  @ApiProperty({ example: 'pep_status is declared' }) detail: string;
}

export class RiskView {
  @ApiProperty({ type: Customer }) customer: Customer;
  @ApiProperty({ type: Risk }) risk: Risk;
  @ApiProperty({ type: [Alert], description: 'open and escalated alerts' }) active_alerts: Alert[];
  @ApiProperty({ type: [Case] }) open_cases: Case[];
  @ApiProperty({ description: 'staff confirmed a sanctions hit about the customer or a beneficial owner' })
  is_sanctioned: boolean;
  @ApiProperty({ description: 'enhanced due diligence is required' }) requires_edd: boolean;
  @ApiProperty({ type: [String], example: ['rating: the rating is high'], description: 'why it is required' })
  edd_reasons: string[];
  @ApiProperty({ type: IdentityVerification }) identity_verification: IdentityVerification;
  @ApiProperty({ type: [ScreeningResult] }) screening_results: ScreeningResult[];
  @ApiProperty({ type: [ComplianceFlag] }) compliance_flags: ComplianceFlag[];
  @ApiProperty(TIME) generated_at: string;
}
