import Type from 'typebox';
import { LIST_TOPICS } from '@probity/contracts/alerts/match-kind';
import { SEVERITIES } from '@probity/contracts/alerts/words';
import { KYC_STATUSES } from '@probity/contracts/customers/words';

const MAX_WORDS = 200;
const MAX_TEXT = 2_000;
/** Of metadata and of evidence, as JSON. */
export const MAX_DETAIL_CHARACTERS = 32_768;

/** An id, a type or a name. */
export const Words = Type.String({ minLength: 1, maxLength: MAX_WORDS });
/** A sentence, or a name as a list prints it. */
export const Text = Type.String({ minLength: 1, maxLength: MAX_TEXT });

export const Details = Type.Refine(
  Type.Record(Type.String(), Type.Unknown()),
  (details) => JSON.stringify(details).length <= MAX_DETAIL_CHARACTERS,
  () => `must have at most ${MAX_DETAIL_CHARACTERS} characters as JSON`,
);

const Role = Type.Enum(['customer', 'beneficial_owner', 'related_party', 'counterparty']);
const match = {
  list: Words,
  entry_id: Words,
  topics: Type.Array(Type.Enum(LIST_TOPICS), { minItems: 1 }),
  subject_name: Text,
  matched_name: Text,
  score: Type.Number({ minimum: 0, maximum: 1 }),
};

/** The fields of a finding: what a plugin may say, in bounds that a stored alert can have. */
const findingWith = <Match extends Type.TSchema>(Match: Match) => ({
  kyc: Type.Optional(Type.Object({ status: Type.Enum(KYC_STATUSES), reason: Text })),
  alert: Type.Optional(
    Type.Object({
      key: Type.String({ minLength: 1, maxLength: MAX_TEXT }),
      alert_type: Words,
      severity: Type.Enum(SEVERITIES),
      title: Text,
      match: Type.Optional(Match),
    }),
  ),
  metadata: Details,
});

/** What a call returns. */
export const findingFields = findingWith(Type.Object({ ...match, subject: Role }));
/** What a webhook reports: it may leave out the role of the subject. */
export const reportedFields = findingWith(Type.Object({ ...match, subject: Type.Optional(Role) }));
