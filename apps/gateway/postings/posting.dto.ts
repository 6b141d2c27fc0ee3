import { IsString } from 'class-validator';
import {
  MAX_ENTRIES,
  MAX_DESCRIPTION,
  MAX_IDEMPOTENCY_KEY,
  MAX_NARRATION,
  MAX_REFERENCE,
} from '@probity/contracts/ledger/limits';
import { type About, Field, OptionalField } from '@probity/platform/http/fields/field';
import { ListOf } from '@probity/platform/http/fields/nested';
import { OptionalMetadata } from '@probity/platform/http/fields/text';
import { Uuid } from '@probity/platform/http/fields/uuid';

/** A text whose length the ledger service checks. */
const OptionalString = (maxLength: number, about: About = {}): PropertyDecorator =>
  OptionalField({ type: 'string', maxLength, ...about }, IsString());

/** An amount whose digits the ledger service checks. */
const OptionalAmount = (about: About = {}): PropertyDecorator =>
  OptionalField(
    { type: 'string', pattern: '^[0-9]+$', description: 'minor units, greater than zero', ...about },
    IsString({ message: '$property must be a string of decimal digits (minor units)' }),
  );

export class PostingEntryBody {
  @Uuid({ example: '019a2b3c-4d5e-7f60-8a1b-2c3d4e5f6072' })
  account_id: string;

  @OptionalAmount({ example: '250000000' })
  debit?: string | null;

  @OptionalAmount()
  credit?: string | null;

  @OptionalString(MAX_DESCRIPTION)
  description?: string | null;
}

/** The shape of a posting. The ledger's `checkPosting` checks its values (balance, accounts, amounts, lengths). */
export class PostTransactionBody {
  @Uuid({ example: '019a2b3c-4d5e-7f60-8a1b-2c3d4e5f6071' })
  ledger_id: string;

  @Field({ type: 'string', example: 'USD', description: "the ledger's currency" }, IsString())
  currency: string;

  @OptionalString(MAX_DESCRIPTION, { example: 'Card settlement' })
  description?: string | null;

  @OptionalString(MAX_REFERENCE, { example: 'settlement-2026-11-20' })
  reference?: string | null;

  @OptionalString(MAX_IDEMPOTENCY_KEY, {
    description: 'a repeated key returns the original transaction; the same as the header Idempotency-Key',
  })
  idempotency_key?: string | null;

  @OptionalString(MAX_NARRATION)
  narration?: string | null;

  @OptionalMetadata()
  metadata?: Record<string, unknown> | null;

  @ListOf(() => PostingEntryBody, MAX_ENTRIES, {
    minItems: 2,
    example: [
      { account_id: '019a2b3c-4d5e-7f60-8a1b-2c3d4e5f6072', debit: '250000000' },
      { account_id: '019a2b3c-4d5e-7f60-8a1b-2c3d4e5f6073', credit: '250000000' },
    ],
  })
  entries: PostingEntryBody[];
}
