import { MAX_DESCRIPTION, MAX_LISTED_METADATA_BYTES, MAX_NAME } from '@probity/contracts/ledger/limits';
import { OptionalMetadata, OptionalText, Text } from '@probity/platform/http/fields/text';

/** Longer than any currency code, so that the ledger service checks the code and reports its problem. */
const MAX_CURRENCY = 255;

export class CreateLedgerBody {
  @Text(MAX_NAME, { example: 'Customer funds' })
  name: string;

  @Text(MAX_CURRENCY, { example: 'USD', description: 'a currency that is configured for the tenant' })
  currency: string;

  @OptionalText(MAX_DESCRIPTION, { example: 'What we owe our customers' })
  description?: string | null;

  @OptionalMetadata(
    { example: { book: 'retail' }, description: `at most ${MAX_LISTED_METADATA_BYTES} bytes as JSON` },
    MAX_LISTED_METADATA_BYTES,
  )
  metadata?: Record<string, unknown> | null;
}
