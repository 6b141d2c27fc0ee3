import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { ACCOUNT_TYPES, type AccountType } from '@probity/contracts/ledger/events';
import { OptionalMetadata, OptionalText, RequiredText } from '@probity/platform/http/text.decorators';

export class OpenAccountBody {
  @ApiProperty({ example: '1010', maxLength: 64, description: 'unique within the tenant' })
  @RequiredText(64)
  code: string;

  @ApiProperty({ example: 'Cash at bank', maxLength: 255 })
  @RequiredText(255)
  name: string;

  @ApiProperty({ enum: ACCOUNT_TYPES, example: 'asset' })
  @IsIn(ACCOUNT_TYPES)
  account_type: AccountType;

  @ApiPropertyOptional({ example: 'core-4711', maxLength: 255 })
  @OptionalText(255)
  external_ref?: string;

  @ApiPropertyOptional({ type: 'object', additionalProperties: true, example: { branch: 'north' } })
  @OptionalMetadata()
  metadata?: Record<string, unknown>;
}

export class Account {
  @ApiProperty({ format: 'uuid', example: '019a2b3c-4d5e-7f60-8a1b-2c3d4e5f6072' }) id: string;
  @ApiProperty({ format: 'uuid', example: '019a2b3c-4d5e-7f60-8a1b-2c3d4e5f6071' }) ledger_id: string;
  @ApiProperty({ example: '1010' }) code: string;
  @ApiProperty({ example: 'Cash at bank' }) name: string;
  @ApiProperty({ enum: ACCOUNT_TYPES, example: 'asset' }) account_type: string;
  @ApiProperty({ example: 'USD' }) currency: string;
  @ApiProperty({ type: 'string', nullable: true, example: 'core-4711' }) external_ref: string | null;
  @ApiProperty({ type: 'object', additionalProperties: true, example: { branch: 'north' } }) metadata: object;
  @ApiProperty() is_active: boolean;
  @ApiProperty({ format: 'date-time', example: '2026-11-20T09:30:00.000Z' }) created_at: string;
}

export class AccountWithBalance extends Account {
  @ApiProperty({ example: '250000000', description: 'sum of debits, minor units' }) debit_total: string;
  @ApiProperty({ example: '0', description: 'sum of credits, minor units' }) credit_total: string;
  @ApiProperty({
    example: '250000000',
    description: 'asset and expense: debits minus credits; liability, equity and revenue: credits minus debits',
  })
  balance: string;
  @ApiProperty({ type: 'integer', example: 1 }) entry_count: number;
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true, example: '2026-11-20T09:30:00.000Z' })
  last_activity_at: string | null;
}
