import { Matching, OptionalFlag } from '@probity/platform/http/fields/choice';
import { Text } from '@probity/platform/http/fields/text';
import { ReasonBody } from '../staff/decision.dto';
import { SLUG } from './slug';

export const MAX_NAME = 255;

export class CreateTenantBody extends ReasonBody {
  @Matching(SLUG, 'slug must be 1 to 63 lower-case letters, digits and hyphens, with no hyphen at either end', {
    example: 'bank',
    description: 'lower-case letters, digits and hyphens; 63 at most',
  })
  slug: string;

  @Text(MAX_NAME, { example: 'Bank' })
  name: string;

  @OptionalFlag({
    example: true,
    description:
      'default true; false: one person alone may make every change until the policy of the tenant changes; for trials',
  })
  four_eyes?: boolean | null;
}
