import { Text } from '@probity/platform/http/fields/text';

const MAX_OFFICER = 100;
export const MAX_REASON = 2_000;

/** Who of the staff decides; the audit trail says so for ever. */
export const Officer = (): PropertyDecorator => Text(MAX_OFFICER, { example: 'j.smith', description: 'who decides' });

/** What every decision of staff carries. */
export class DecisionBody {
  @Text(MAX_REASON, { example: 'checked against the passport; another person' })
  reason: string;

  @Officer()
  officer: string;
}

/** The actor of a decision as the audit trail has it. */
export const staff = (officer: string): string => `staff:${officer}`;
