import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { OptionalMetadata, OptionalText, RequiredText } from '@probity/platform/http/text.decorators';

export class CreateLedgerBody {
  @ApiProperty({ example: 'Customer funds', maxLength: 255 })
  @RequiredText(255)
  name: string;

  @ApiProperty({ example: 'USD', description: 'a currency that is configured for the tenant' })
  @RequiredText(255)
  currency: string;

  @ApiPropertyOptional({ example: 'What we owe our customers', maxLength: 2000 })
  @OptionalText(2_000)
  description?: string;

  @ApiPropertyOptional({ type: 'object', additionalProperties: true, example: { book: 'retail' } })
  @OptionalMetadata()
  metadata?: Record<string, unknown>;
}

export class Ledger {
  @ApiProperty({ format: 'uuid', example: '019a2b3c-4d5e-7f60-8a1b-2c3d4e5f6071' }) id: string;
  @ApiProperty({ example: 'Customer funds' }) name: string;
  @ApiProperty({ example: 'USD' }) currency: string;
  @ApiProperty({ enum: ['active'] }) status: string;
  @ApiPropertyOptional({ example: 'What we owe our customers' }) description?: string;
  @ApiProperty({ type: 'object', additionalProperties: true, example: { book: 'retail' } }) metadata: object;
  @ApiProperty({ format: 'date-time', example: '2026-11-20T09:30:00.000Z' }) created_at: string;
}
