import type { ReportingSettings } from '@probity/contracts/settings/reporting-settings';
import type { Reported } from '../reported';
import { validateGoaml } from './validate';
import { goamlDocument } from './goaml-document';

const NEEDED: Partial<Record<keyof ReportingSettings, string>> = {
  entity_id: 'the id that the authority gave the institution',
  entity_name: 'the name of the institution',
  address_line: 'the street of the institution',
  city: 'the city of the institution',
  country: 'the country of the institution',
  currency: 'the currency of the reported amounts',
  contact_first_name: 'the first name of the person whom the authority asks',
  contact_last_name: 'the last name of the person whom the authority asks',
};

/** What the report lacks, in sentences that say what to do. */
function missing({ content, facts }: Reported): string[] {
  const { entity, subject, transactions } = facts;
  const settings = Object.entries(NEEDED)
    .filter(([name]) => entity[name as keyof ReportingSettings] === null)
    .map(([name, what]) => `Set reporting.${name} in the settings: ${what}.`);
  const unconverted = transactions.filter(({ amount_local }) => amount_local === null);
  return [
    ...settings,
    ...(subject.name.trim() === '' ? ['The customer has no name; the institution must send it.'] : []),
    ...(content.indicators.length === 0 ? ['Add at least one indicator: a code of the authority.'] : []),
    ...(content.kind === 'STR' && transactions.length === 0
      ? ['Choose at least one transaction, or report the activity as a SAR.']
      : []),
    ...(entity.currency === null
      ? []
      : unconverted.map(
          ({ transaction_id, currency }) =>
            `Transaction ${transaction_id} is in ${currency}: set monitoring.rates.${currency} in the settings, with ` +
            `${entity.currency} as monitoring.reference_currency.`,
        )),
  ];
}

/** Why the report is no valid goAML document, in sentences; none: it is valid. */
export async function goamlProblems(reported: Reported): Promise<string[]> {
  const lacks = missing(reported);
  if (lacks.length > 0) return lacks;
  return validateGoaml(goamlDocument(reported), reported.tenant_id);
}
