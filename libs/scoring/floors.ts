import { recentlyReported } from './alert-points';
import { countryConnections } from './country-connections';
import type { CountryTier } from './country-risk-data';
import { isAboutConduct } from './factors/behavioral';
import { customerBusiness } from './factors/product';
import { hidesOwners } from './ownership';
import { pepLinks } from './politically-exposed';
import type { ScoringInput } from './scoring-input';
import type { ScoringModel } from './scoring-model';
import { isActive, screeningHits } from './screening-hits';

export type FloorName = keyof ScoringModel['floors'];

/** A floor that applies to a customer. */
export interface Floor {
  name: FloorName;
  /** the lowest composite score that the floor allows, 0 to 1000 */
  level: number;
  /** why the floor applies, for officers */
  because: string;
}

/** Returns the floors that apply, highest first. Ignores floors that a tenant has set to 0. */
export function floorsOf(input: ScoringInput, model: ScoringModel): Floor[] {
  const found = [
    ...sanctions(input),
    ...countries(input, model),
    ...exposure(input, model),
    ...conduct(input, model),
    ...structure(input, model),
  ];
  const floors = found
    .map(([name, because]) => ({ name, level: model.floors[name], because }))
    .filter((floor) => floor.level > 0);
  if (floors.length >= model.several_floors_count && model.floors.several_floors > 0) {
    const because = `${floors.length} floors apply at once: ${floors.map((floor) => floor.name).join(', ')}`;
    floors.push({ name: 'several_floors', level: model.floors.several_floors, because });
  }
  return floors.sort((a, b) => b.level - a.level || (a.name < b.name ? -1 : 1));
}

type Found = [name: FloorName, because: string];

/** Returns the floors for screening hits: one floor for each kind of subject and state of the hit. */
function sanctions(input: ScoringInput): Found[] {
  const hits = screeningHits(input);
  const names = (kind: string, state: string, subjects: string[]) =>
    hits
      .filter((hit) => hit.kind === kind && hit.state === state && subjects.includes(hit.subject))
      .map((hit) => `${hit.subject_name} (${hit.list})`);
  return [
    ...when(
      'confirmed_sanctions',
      'the customer is on a sanctions list:',
      names('sanctions', 'confirmed', ['customer']),
    ),
    ...when(
      'confirmed_sanctions_owner',
      'a beneficial owner is on a sanctions list:',
      names('sanctions', 'confirmed', ['beneficial_owner']),
    ),
    ...when(
      'confirmed_sanctions_party',
      'a related party or counterparty is on a sanctions list:',
      names('sanctions', 'confirmed', ['related_party', 'counterparty']),
    ),
    ...when(
      'open_sanctions_match',
      'a possible sanctions match is undecided:',
      names('sanctions', 'open', ['customer', 'beneficial_owner']),
    ),
    ...when(
      'confirmed_adverse_match',
      'the customer or an owner is on a list of crime or adverse media:',
      names('adverse', 'confirmed', ['customer', 'beneficial_owner']),
    ),
  ];
}

function countries({ profile }: ScoringInput, model: ScoringModel): Found[] {
  const connections = countryConnections(profile, model);
  for (const [tier, name] of [
    ['call_for_action', 'country_call_for_action'],
    ['high_risk', 'country_high_risk'],
    ['increased_monitoring', 'country_increased_monitoring'],
  ] satisfies [CountryTier, FloorName][]) {
    const of = connections.filter((connection) => connection.tier === tier).map((connection) => connection.words);
    if (of.length > 0) return when(name, 'the customer is connected with a country of higher risk:', of);
  }
  return [];
}

function exposure(input: ScoringInput, model: ScoringModel): Found[] {
  const links = pepLinks(input, model);
  const foreign = links.filter((link) => link.foreign && link.subject !== 'related_party');
  return foreign.length > 0
    ? when('foreign_pep', 'foreign politically exposed person:', words(foreign))
    : when('other_pep', 'domestic or related politically exposed person:', words(links));
}

const words = (links: { words: string }[]) => links.map((link) => link.words);

function conduct(input: ScoringInput, model: ScoringModel): Found[] {
  const { alerts, kyc_status } = input;
  const of = (severity: string) =>
    alerts
      .filter((alert) => isActive(alert) && alert.severity === severity && (isAboutConduct(alert) || !alert.match))
      .map((alert) => alert.alert_type);
  const critical = when('active_critical_alert', 'critical alerts are open:', of('critical'));
  return [
    ...(critical.length > 0 ? critical : when('active_high_alert', 'alerts of high severity are open:', of('high'))),
    ...when(
      'reported_activity',
      'recently reported to the authorities:',
      recentlyReported(input, model).map((alert) => alert.alert_type),
    ),
    ...when('kyc_rejected', 'the identity was', kyc_status === 'rejected' ? ['rejected'] : []),
  ];
}

function structure({ profile }: ScoringInput, model: ScoringModel): Found[] {
  const { risk, kind } = customerBusiness(profile, model);
  return [
    ...when(
      'opaque_ownership',
      'the ownership of the company is',
      hidesOwners(profile) ? ['not sufficiently known'] : [],
    ),
    ...when('high_risk_business', 'high-risk business:', risk === 'high' ? [kind] : []),
  ];
}

function when(name: FloorName, because: string, of: string[]): Found[] {
  const named = [...new Set(of)].sort();
  if (named.length === 0) return [];
  const more = named.length > 5 ? ` and ${named.length - 5} more` : '';
  return [[name, `${because} ${named.slice(0, 5).join(', ')}${more}`]];
}
