import type { EventType } from '@probity/contracts/pipeline/views';
import { formatAmount, readFormattedAmount } from './amount';
import type { AggregateDefinition } from './aggregate-spec';
import type { Expression } from './expressions/expression';
import type { AggregateValue } from './rule-context';

export type EvidenceValue = string | number | boolean | null | readonly string[];

/**
 * The evidence for a decision of a rule: every value that the rule read, as JSON. Amounts and other decimals are
 * decimal strings, dates are ISO 8601 in UTC, counts are numbers, unknown values are null.
 */
export interface Evidence {
  version: 1;
  event_type: EventType;
  /** when the event happened */
  at: string;
  /** by the name of the field; the name of a free-form field ends with a colon and its type */
  fields: Record<string, EvidenceValue>;
  /** the definition of each aggregate with all defaults, and its value */
  aggregates: (AggregateDefinition & { value: string | number | null })[];
  /** the countries that the rule looked up, and whether they were on the list */
  countries: { country: string; list: string; listed: boolean }[];
  /** every condition of the rule by its JSON pointer, and whether it was true */
  branches: Record<string, boolean>;
}

/** The evidence does not have the values that the rule reads. */
export class EvidenceError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'EvidenceError';
  }
}

type ValueType = Expression<never>['type'];

/** Converts the value of a field to its form in evidence. */
export function evidenceValue(type: ValueType, value: unknown): EvidenceValue {
  if (value === null) return null;
  if (type === 'decimal') return formatAmount(value as bigint);
  if (type === 'date') return new Date(value as number).toISOString();
  return value as EvidenceValue;
}

/** Converts a value back from its form in evidence. */
export function valueOfEvidence(type: ValueType, kept: EvidenceValue): unknown {
  if (kept === null) return null;
  if (type === 'decimal') return readFormattedAmount(kept as string);
  if (type === 'date') return Date.parse(kept as string);
  return kept;
}

export const aggregateEvidence = (value: AggregateValue): string | number | null =>
  typeof value === 'bigint' ? formatAmount(value) : value;
