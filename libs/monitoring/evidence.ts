import type { EventType } from '@probity/contracts/pipeline/views';
import { formatAmount, readFormattedAmount } from './amount';
import type { AggregateDefinition } from './aggregate-spec';
import type { Expression } from './expressions/expression';
import type { AggregateValue } from './rule-context';

export type EvidenceValue = string | number | boolean | null | readonly string[];

/**
 * Why a rule decided what it decided: every value that it read, as JSON. Amounts and other decimals are
 * decimal strings, dates are ISO 8601 in UTC, counts are numbers, what was not known is null.
 */
export interface Evidence {
  version: 1;
  event_type: EventType;
  /** when the event happened */
  at: string;
  /** by the name of the field; a free-form field has its type after a colon */
  fields: Record<string, EvidenceValue>;
  /** each as it is defined, with every default written out, and its value */
  aggregates: (AggregateDefinition & { value: string | number | null })[];
  /** the country lists that were asked and what they said */
  countries: { country: string; list: string; listed: boolean }[];
  /** every condition of the rule by its JSON pointer, and whether it was true */
  branches: Record<string, boolean>;
}

/** Evidence that does not answer what its rule asks. */
export class EvidenceError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'EvidenceError';
  }
}

type ValueType = Expression<never>['type'];

/** The value of a field as evidence keeps it. */
export function evidenceValue(type: ValueType, value: unknown): EvidenceValue {
  if (value === null) return null;
  if (type === 'decimal') return formatAmount(value as bigint);
  if (type === 'date') return new Date(value as number).toISOString();
  return value as EvidenceValue;
}

/** The value that evidenceValue kept. */
export function valueOfEvidence(type: ValueType, kept: EvidenceValue): unknown {
  if (kept === null) return null;
  if (type === 'decimal') return readFormattedAmount(kept as string);
  if (type === 'date') return Date.parse(kept as string);
  return kept;
}

export const aggregateEvidence = (value: AggregateValue): string | number | null =>
  typeof value === 'bigint' ? formatAmount(value) : value;
