import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsString, IsUUID } from 'class-validator';
import { ListOf } from '@probity/platform/http/list-of.decorator';
import { OptionalMetadata } from '@probity/platform/http/text.decorators';

const AMOUNT = { type: 'string', pattern: '^[0-9]+$', description: 'minor units, greater than zero' } as const;

export class PostingEntryBody {
  @ApiProperty({ format: 'uuid', example: '019a2b3c-4d5e-7f60-8a1b-2c3d4e5f6072' })
  @IsUUID()
  account_id: string;

  @ApiPropertyOptional({ ...AMOUNT, example: '250000000' })
  @IsOptional()
  @IsString({ message: 'debit must be a string of decimal digits (minor units)' })
  debit?: string;

  @ApiPropertyOptional({ ...AMOUNT })
  @IsOptional()
  @IsString({ message: 'credit must be a string of decimal digits (minor units)' })
  credit?: string;

  @ApiPropertyOptional({ maxLength: 2000 })
  @IsOptional()
  @IsString()
  description?: string;
}

/**
 * The shape of a posting. What its values must satisfy (balance, accounts, amounts, lengths) is
 * checked once, by the ledger's `checkPosting`.
 */
export class PostTransactionBody {
  @ApiProperty({ format: 'uuid', example: '019a2b3c-4d5e-7f60-8a1b-2c3d4e5f6071' })
  @IsUUID()
  ledger_id: string;

  @ApiProperty({ example: 'USD', description: "the ledger's currency" })
  @IsString()
  currency: string;

  @ApiPropertyOptional({ maxLength: 2000, example: 'Card settlement' })
  @IsOptional()
  @IsString()
  description?: string;

  @ApiPropertyOptional({ maxLength: 255, example: 'settlement-2026-11-20' })
  @IsOptional()
  @IsString()
  reference?: string;

  @ApiPropertyOptional({ maxLength: 255, description: 'repeating it answers the original transaction' })
  @IsOptional()
  @IsString()
  idempotency_key?: string;

  @ApiPropertyOptional({ maxLength: 10000 })
  @IsOptional()
  @IsString()
  narration?: string;

  @ApiPropertyOptional({ type: 'object', additionalProperties: true })
  @OptionalMetadata()
  metadata?: Record<string, unknown>;

  @ApiProperty({
    type: [PostingEntryBody],
    minItems: 2,
    example: [
      { account_id: '019a2b3c-4d5e-7f60-8a1b-2c3d4e5f6072', debit: '250000000' },
      { account_id: '019a2b3c-4d5e-7f60-8a1b-2c3d4e5f6073', credit: '250000000' },
    ],
  })
  @ListOf(() => PostingEntryBody)
  entries: PostingEntryBody[];
}

export class Transaction {
  @ApiProperty({ format: 'uuid', example: '019a2b3c-4d5e-7f60-8a1b-2c3d4e5f6074' }) id: string;
  @ApiProperty({ format: 'uuid', example: '019a2b3c-4d5e-7f60-8a1b-2c3d4e5f6071' }) ledger_id: string;
  @ApiProperty({ type: 'string', nullable: true, example: 'settlement-2026-11-20' }) reference: string | null;
  @ApiProperty({ example: 'USD' }) currency: string;
  @ApiProperty({ example: '250000000' }) amount_minor: string;
  @ApiProperty({ enum: ['posted'] }) status: string;
  @ApiProperty({ type: 'integer', example: 1 }) hash_chain_position: number;
  @ApiProperty({ example: '5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef' })
  transaction_hash: string;
  @ApiProperty({ example: '0000000000000000000000000000000000000000000000000000000000000000' }) previous_hash: string;
  @ApiProperty({ enum: [true] }) is_immutable: boolean;
  @ApiProperty({ format: 'date-time', example: '2026-11-20T09:30:00.000Z' }) posted_at: string;
}

export class Entry {
  @ApiProperty({ format: 'uuid', example: '6ba7b810-9dad-51d1-80b4-00c04fd430c8' }) id: string;
  @ApiProperty({ format: 'uuid', example: '019a2b3c-4d5e-7f60-8a1b-2c3d4e5f6072' }) account_id: string;
  @ApiProperty({ example: '250000000' }) debit_minor: string;
  @ApiProperty({ example: '0' }) credit_minor: string;
}

export class Posting {
  @ApiProperty({ type: Transaction }) transaction: Transaction;
  @ApiProperty({ type: [Entry] }) entries: Entry[];
}

export class VerificationChecks {
  @ApiProperty() content_hash_ok: boolean;
  @ApiProperty() transaction_hash_ok: boolean;
  @ApiProperty() signature_ok: boolean;
  @ApiProperty() chain_ok: boolean;
  @ApiProperty() double_entry_ok: boolean;
}

export class Verification {
  @ApiProperty({ format: 'uuid', example: '019a2b3c-4d5e-7f60-8a1b-2c3d4e5f6074' }) transaction_id: string;
  @ApiProperty({ type: VerificationChecks }) checks: VerificationChecks;
  @ApiProperty() verified: boolean;
  @ApiProperty({ format: 'date-time', example: '2026-11-20T09:30:00.000Z' }) verified_at: string;
  @ApiProperty({ type: [String], example: [], description: 'where reads differ from the stored event' })
  mismatches: string[];
}
