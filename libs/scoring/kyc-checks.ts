import type { CustomerProfile, Party } from '@probity/contracts/customers/profile';
import { ageOn, calendarDate } from './dates';
import { birthProblem } from './identity-problems';
import { given, type KycCheck, right } from './kyc-check';
import { corporateChecks } from './kyc-corporate-checks';
import { documentChecks, expiredDocuments } from './kyc-document-checks';
import { FULL_AGE, individualChecks } from './kyc-individual-checks';

/** Checks about age and expiry. A failure does not mean that the data is inconsistent. */
const NOT_ABOUT_CONSISTENCY = new Set(['age', 'document_expiry']);

/** The findings of the native checks of a customer's identity data. They cannot show that the data is true. */
export interface KycFindings {
  checks: KycCheck[];
  /** true if no data is missing that identifies this type of customer */
  complete: boolean;
  /** true if the data has no contradictions */
  consistent: boolean;
  /** descriptions such as `passport of FR, expired on 2024-05-01` */
  expired_documents: string[];
  /** completed years; null for a company, and without a plausible date of birth */
  age: number | null;
  underage: boolean;
}

/** Checks completeness, consistency, age and expiry of the identity data on a day (ISO date). */
export function checkIdentity(profile: CustomerProfile, as_of: string): KycFindings {
  const day = calendarDate(as_of);
  const individual = profile.customer_type === 'individual';
  const checks = [
    ...(individual ? individualChecks(profile, day) : corporateChecks(profile)),
    ...documentChecks(profile, day),
    ...partyDates(profile, day),
  ];
  const age = individual ? ageOf(profile.date_of_birth, day) : null;
  return {
    checks,
    complete: checks.every((check) => check.result !== 'missing'),
    consistent: checks.every((check) => check.result !== 'fail' || NOT_ABOUT_CONSISTENCY.has(check.check)),
    expired_documents: expiredDocuments(profile, day),
    age,
    underage: age !== null && age < FULL_AGE,
  };
}

function ageOf(dateOfBirth: string | undefined, day: string): number | null {
  return given(dateOfBirth) && !birthProblem(dateOfBirth, day) ? ageOn(dateOfBirth, day) : null;
}

function partyDates({ beneficial_owners, related_parties }: CustomerProfile, day: string): KycCheck[] {
  const problems = [...located('beneficial_owners', beneficial_owners), ...located('related_parties', related_parties)]
    .filter(({ party }) => given(party.date_of_birth))
    .map(({ party, field }) => ({ field, problem: birthProblem(party.date_of_birth!, day) }));
  if (problems.length === 0) return [];
  const wrong = problems.find(({ problem }) => problem !== undefined) ?? problems[0]!;
  return [right('party_dates', wrong.field, wrong.problem, 'the dates of birth of owners and parties are plausible')];
}

const located = (list: string, parties: Party[]) =>
  parties.map((party, index) => ({ party, field: `${list}[${index}].date_of_birth` }));
