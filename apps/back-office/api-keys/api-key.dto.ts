import type { Scope } from '@probity/contracts/tenants/events';
import { SCOPES } from '@probity/contracts/tenants/words';
import { networkProblem } from '@probity/platform/allowed-addresses';
import { ReasonBody } from '../staff/decision.dto';
import { Choices } from '@probity/platform/http/fields/choice';
import { OptionalField } from '@probity/platform/http/fields/field';
import { OptionalWholeNumber, WholeNumber } from '@probity/platform/http/fields/number';
import { rule } from '@probity/platform/http/fields/rule';
import { OptionalText } from '@probity/platform/http/fields/text';

const MAX_LABEL = 255;
const MAX_DAYS = 3_660;
const MAX_OVERLAP_HOURS = 720;
const MAX_ADDRESSES = 50;

export class CreateApiKeyBody extends ReasonBody {
  @Choices(SCOPES, { example: ['read', 'write'] })
  scopes: Scope[];

  @OptionalText(MAX_LABEL, { example: 'core banking' })
  label?: string | null;

  @OptionalWholeNumber(1, MAX_DAYS, { description: 'days until the key expires; never if omitted' })
  expires_in_days?: number | null;

  @OptionalField(
    {
      type: 'array',
      items: { type: 'string', maxLength: 50 },
      minItems: 1,
      maxItems: MAX_ADDRESSES,
      example: ['192.0.2.0/24'],
      description: 'addresses and networks (CIDR) from which the key works; all if omitted',
    },
    rule('isNetworks', (value, field) => {
      if (!Array.isArray(value)) return `${field} must be a list of addresses`;
      if (value.length === 0) return `${field} must not be empty; leave it out to allow every address`;
      if (value.length > MAX_ADDRESSES) return `${field} must have at most ${MAX_ADDRESSES} items`;
      for (const [index, one] of value.entries()) {
        const problem = networkProblem(one);
        if (problem) return `${field}[${index}] ${problem}`;
      }
      return undefined;
    }),
  )
  allowed_addresses?: string[] | null;
}

export class RotateApiKeyBody extends ReasonBody {
  @WholeNumber(0, MAX_OVERLAP_HOURS, { example: 24, description: 'hours for which the old key still works' })
  overlap_hours: number;
}
