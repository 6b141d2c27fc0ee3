import type { SignalStatus } from '@probity/contracts/providers/views';
import { SIGNAL_STATUSES } from '@probity/contracts/providers/words';
import { OptionalChoice } from '@probity/platform/http/fields/choice';
import { NonBlankText } from '@probity/platform/http/fields/text';
import { PageQuery } from '@probity/platform/http/page.dto';

const MAX_PLUGIN = 40;

/** Which signals of providers are asked for, in the query of a request. */
export class SignalsQuery extends PageQuery {
  @OptionalChoice(SIGNAL_STATUSES)
  status?: SignalStatus;

  @NonBlankText(MAX_PLUGIN, { example: 'sumsub' })
  plugin?: string;
}
