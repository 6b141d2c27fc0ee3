import { Text } from '@probity/platform/http/fields/text';

export const MAX_REASON = 2_000;

/** Every change by staff needs a reason, which the audit trail stores permanently. */
export class ReasonBody {
  @Text(MAX_REASON, { example: 'checked against the passport; another person' })
  reason: string;
}
