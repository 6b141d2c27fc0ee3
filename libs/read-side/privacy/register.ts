import type { PersonalDataEntry } from '@probity/contracts/erasure/privacy-views';
import { PERSONAL_KINDS, type PersonalKind } from '@probity/contracts/personal-data/personal';
import { SEALED_FACTS } from '@probity/contracts/personal-data/sealed-facts';
import { PERSONAL_COLUMNS, RETENTIONS } from './personal-columns';

const about = (where: string, field: string, kind: PersonalKind) => ({
  where,
  field,
  kind,
  purpose: PERSONAL_KINDS[kind],
});

const IN_EVENTS =
  'sealed in the event with the key of the customer, file, signal or backtest; erasure destroys the key; ';
const ON_TOPIC = 'in clear on its topic, until the retention of the topic is over';
const NOT_ON_TOPIC = 'not on its topic';
const SEALED = 'sealed with a key of the installation; deleted when it expires';
const OVERWRITTEN = 'in clear; erasure overwrites or deletes it';

/** The register of personal data: the fields of facts that are declared as personal, and the columns of tables. */
export const registerOfPersonalData = (): PersonalDataEntry[] => [
  ...[...SEALED_FACTS.values()].flatMap(({ fact, subject, personal }) =>
    personal.map(({ path, kind }) => ({
      ...about(fact.name, path, kind),
      protection: IN_EVENTS + (fact.withheld.includes(path as never) ? NOT_ON_TOPIC : ON_TOPIC),
      retention: RETENTIONS[subject === 'backtest' ? 'backtest' : 'customer'],
    })),
  ),
  ...PERSONAL_COLUMNS.flatMap(({ table, columns, retention, sealed }) =>
    Object.entries(columns).map(([column, kind]) => ({
      ...about(table, column, kind),
      protection: sealed ? SEALED : OVERWRITTEN,
      retention: RETENTIONS[retention],
    })),
  ),
];
