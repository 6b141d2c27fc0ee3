import type { Fact } from '../declaration/fact';
import { FACTS } from '../facts';
import { type PersonalField, personalFieldsOf } from './redact';

/** What one key seals: everything about a customer, a signal of a provider, a backtest, the content of a file, or an event. */
export type SubjectKind = 'customer' | 'provider_signal' | 'backtest' | 'case_file' | 'event';

/** A fact with personal data. Its event is stored without them, and with all of them in one sealed field. */
export interface SealedFact {
  fact: Fact;
  subject: SubjectKind;
  /** the field of the data with the id of the subject */
  subjectField: string;
  personal: readonly PersonalField[];
}

/**
 * The last field of a stored event: its personal data, sealed; empty when there are none. An event of these facts without
 * it was stored by a version that did not seal. No fact has a field of this name.
 */
export const SEALED_FIELD = 'sealed_personal_data';

const SUBJECT_FIELDS: [subject: SubjectKind, field: string][] = [
  ['customer', 'customer_id'],
  ['provider_signal', 'signal_id'],
  ['backtest', 'backtest_id'],
  ['case_file', 'file_id'],
];

function sealedFact(fact: Fact): [string, SealedFact][] {
  const personal = personalFieldsOf(fact.data);
  if (personal.length === 0) return [];
  const named = SUBJECT_FIELDS.find(([, field]) => field === fact.streams.sealedBy);
  if (!named) throw new Error(`${fact.name} has personal data, but its streams do not say whose (sealedBy)`);
  const [subject, subjectField] = named;
  return [[fact.type, { fact, subject, subjectField, personal }]];
}

/** The facts with personal data, by the type of their events. */
export const SEALED_FACTS: ReadonlyMap<string, SealedFact> = new Map(FACTS.flatMap(sealedFact));

/** The first parts of the names of streams with personal data. */
export const SEALED_PREFIXES = [...new Set([...SEALED_FACTS.values()].map(({ fact }) => fact.streams.prefix))];
