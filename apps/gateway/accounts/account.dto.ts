import { ACCOUNT_TYPES, type AccountType, MAX_ACCOUNT_CODE } from '@probity/contracts/ledger/account';
import { MAX_LISTED_METADATA_BYTES, MAX_NAME, MAX_REFERENCE } from '@probity/contracts/ledger/limits';
import { Choice } from '@probity/platform/http/fields/choice';
import { OptionalMetadata, OptionalText, Text } from '@probity/platform/http/fields/text';

export class OpenAccountBody {
  @Text(MAX_ACCOUNT_CODE, { example: '1010', description: 'unique within the tenant' })
  code: string;

  @Text(MAX_NAME, { example: 'Cash at bank' })
  name: string;

  @Choice(ACCOUNT_TYPES, { example: 'asset' })
  account_type: AccountType;

  @OptionalText(MAX_REFERENCE, { example: 'core-4711' })
  external_ref?: string | null;

  @OptionalMetadata(
    { example: { branch: 'north' }, description: `at most ${MAX_LISTED_METADATA_BYTES} bytes as JSON` },
    MAX_LISTED_METADATA_BYTES,
  )
  metadata?: Record<string, unknown> | null;
}
