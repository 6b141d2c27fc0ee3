import { createHash } from 'node:crypto';
import type { EventType } from '@probity/contracts/pipeline/views';
import { canonicalJson } from '@probity/platform/canonical-json';
import { formatAmount, readFormattedAmount } from './amount';
import type { AggregateDefinition } from './aggregate-spec';
import type { Expression } from './expressions/expression';
import type { AggregateValue } from './rule-context';

/** A value that is too large for evidence. The event or the customer's profile has it. */
export interface HashedValue {
  /** of the canonical JSON (RFC 8785) of the value */
  sha256: string;
  /** UTF-16 units of this JSON */
  characters: number;
}

export type EvidenceValue = string | number | boolean | null | readonly string[] | HashedValue;

/** Of a value in evidence, as JSON. */
export const MAX_VALUE_CHARACTERS = 1_000;
/** Of all values of one evidence, as JSON. Beyond it, only the values that are shorter than a hash are kept. */
export const MAX_EVIDENCE_CHARACTERS = 16_384;
const HASHED_CHARACTERS = 100;

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
  /** true when the time of the rule was used up: conditions are missing, and unknown aggregates are null */
  incomplete?: true;
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

/** Keeps the values of one evidence within its limits: the hash of a large value takes its place. */
export class EvidenceSize {
  /** of large values, by the event: many rules may read one value */
  private static readonly hashes = new WeakMap<object, Map<unknown, HashedValue>>();
  private characters = 0;

  /** @param event the same object for all rules of an event */
  constructor(private readonly event: object) {}

  fit(value: EvidenceValue): EvidenceValue {
    if (typeof value !== 'string' && !Array.isArray(value)) return value;
    const most = this.characters < MAX_EVIDENCE_CHARACTERS ? MAX_VALUE_CHARACTERS : HASHED_CHARACTERS;
    const fitted = isShort(value, most) ? value : this.hashed(value);
    this.characters += typeof fitted === 'string' ? fitted.length : JSON.stringify(fitted).length;
    return fitted;
  }

  private hashed(value: string | readonly string[]): HashedValue {
    const hashes = EvidenceSize.hashes.get(this.event) ?? new Map<unknown, HashedValue>();
    EvidenceSize.hashes.set(this.event, hashes);
    const known = hashes.get(value) ?? hashOf(value);
    hashes.set(value, known);
    return known;
  }
}

const isShort = (value: string | readonly string[], most: number): boolean =>
  typeof value === 'string' ? value.length <= most : value.length <= most && JSON.stringify(value).length <= most;

function hashOf(value: unknown): HashedValue {
  const json = canonicalJson(value);
  return { sha256: createHash('sha256').update(json).digest('hex'), characters: json.length };
}

/**
 * Converts a value back from its form in evidence.
 *
 * @throws EvidenceError when the evidence has only the hash of the value
 */
export function valueOfEvidence(type: ValueType, kept: EvidenceValue): unknown {
  if (typeof kept === 'object' && kept !== null && 'sha256' in kept) {
    throw new EvidenceError('the evidence has only the hash of a value, because the value is too large');
  }
  if (kept === null) return null;
  if (type === 'decimal') return readFormattedAmount(kept as string);
  if (type === 'date') return Date.parse(kept as string);
  return kept;
}

export const aggregateEvidence = (value: AggregateValue): string | number | null =>
  typeof value === 'bigint' ? formatAmount(value) : value;
