import { Text } from '@probity/platform/http/fields/text';

const MAX_OFFICER = 100;
export const MAX_REASON = 2_000;

/** The officer who decides; the audit trail stores the name permanently. */
export const Officer = (): PropertyDecorator =>
  Text(MAX_OFFICER, { example: 'j.smith', description: 'the officer who decides' });

/** The common fields of every decision of an officer. */
export class DecisionBody {
  @Text(MAX_REASON, { example: 'checked against the passport; another person' })
  reason: string;

  @Officer()
  officer: string;
}

/** The actor of a decision in the audit trail. */
export const staff = (officer: string): string => `staff:${officer}`;
