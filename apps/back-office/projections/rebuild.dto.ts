import { OptionalFlag } from '@probity/platform/http/fields/choice';
import { ReasonBody } from '../staff/decision.dto';

export class RebuildBody extends ReasonBody {
  @OptionalFlag({
    example: true,
    description: 'true: also the projections of customer-risk and the pipeline, and the notices',
  })
  all?: boolean | null;
}
