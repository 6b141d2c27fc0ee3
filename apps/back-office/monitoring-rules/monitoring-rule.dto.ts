import { RULE_MODES } from '@probity/contracts/monitoring-rules/words';
import type { RuleMode } from '@probity/contracts/monitoring-rules/events';
import { Choice } from '@probity/platform/http/fields/choice';
import { OptionalWholeNumber } from '@probity/platform/http/fields/number';
import { NonBlankText } from '@probity/platform/http/fields/text';
import { MAX_REASON, Officer } from '../staff/decision.dto';

export class RuleModeBody {
  @Choice(RULE_MODES)
  mode: RuleMode;

  @NonBlankText(MAX_REASON, { example: 'too many false alerts', description: 'why; the audit trail stores it' })
  reason?: string;

  @Officer()
  officer: string;

  @OptionalWholeNumber(1, undefined, {
    example: 1,
    description: 'the request is rejected if the rule has another version',
  })
  expected_version?: number;
}
