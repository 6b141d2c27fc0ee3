import { SEVERITIES } from '@probity/contracts/alerts/words';
import { COUNTRY_TIERS } from './country-risk-data';
import type { ScoringModel } from './scoring-model-shape';

/**
 * Checks the rules of a model that its JSON schema cannot express. Most rules ensure that a graver finding never counts
 * less than a milder one, so that an additional finding cannot lower a score. Each problem begins with its path.
 */
export function modelProblems(model: ScoringModel): string[] {
  return [...weights(model), ...bands(model), ...order(model), ...decay(model), ...floors(model), ...edd(model)];
}

function weights({ weights }: ScoringModel): string[] {
  const sum = Object.values(weights).reduce((total, weight) => total + weight, 0);
  return sum === 100 ? [] : [`weights: must add up to 100; they add up to ${sum}`];
}

function bands({ bands: { medium, high, critical } }: ScoringModel): string[] {
  return 0 < medium && medium < high && high < critical
    ? []
    : [`bands: must be 0 < medium < high < critical; they are ${medium}, ${high}, ${critical}`];
}

function order({ points }: ScoringModel): string[] {
  const { geographic, behavioral, relationship, identity, product, channel } = points;
  const byTier = ['nationality', 'residence', 'document', 'owner', 'counterparty'] as const;
  const bySubject = ['sanctions', 'adverse', 'watchlist'] as const;
  return [
    ...byTier.flatMap((role) => ascending(`points.geographic.${role}`, geographic[role], COUNTRY_TIERS)),
    ...ascending('points.behavioral.alert', behavioral.alert, SEVERITIES),
    ...ascending('points.product.business', product.business, ['elevated', 'high']),
    ...ascending('points.product.occupation', product.occupation, ['elevated', 'high']),
    ...ascending('points.relationship', relationship, ['pep_domestic', 'pep_foreign']),
    ...ascending('points.relationship', relationship, ['ownership_opaque', 'owners_unknown']),
    ...ascending('points.identity', identity, ['document_expired', 'documents_expired']),
    ...ascending('points.channel', channel, ['digital_verified', 'digital']),
    ...notMoreThan('customer', 'pep_domestic'),
    ...notMoreThan('beneficial_owner', 'pep_owner'),
    ...notMoreThan('related_party', 'pep_related_party'),
    ...bySubject.flatMap((list) =>
      (['customer', 'beneficial_owner', 'related_party'] as const).flatMap((subject) =>
        relationship[`${list}_match_open`][subject] <= relationship[`${list}_match_confirmed`][subject]
          ? []
          : [
              `points.relationship.${list}_match_confirmed.${subject}: must not be less than the points of an open match`,
            ],
      ),
    ),
  ];

  function notMoreThan(
    subject: keyof typeof relationship.pep_match_open,
    link: 'pep_domestic' | 'pep_owner' | 'pep_related_party',
  ) {
    return relationship.pep_match_open[subject] <= relationship[link]
      ? []
      : [`points.relationship.pep_match_open.${subject}: must not be more than points.relationship.${link}`];
  }
}

function decay({ alerts }: ScoringModel): string[] {
  return alerts.decay.flatMap(({ days, percent }, step) => {
    const before = alerts.decay[step - 1];
    return !before || (before.days < days && before.percent >= percent)
      ? []
      : [`alerts.decay.${step}: days must increase and percent must not increase from step to step`];
  });
}

function floors({ floors, bands }: ScoringModel): string[] {
  const atLeast = (floor: keyof ScoringModel['floors'], rating: 'high' | 'critical') =>
    floors[floor] >= bands[rating]
      ? []
      : [`floors.${floor}: must be at least ${bands[rating]}, so that the rating is ${rating} or higher`];
  return [
    ...atLeast('confirmed_sanctions', 'critical'),
    ...atLeast('country_call_for_action', 'high'),
    ...atLeast('foreign_pep', 'high'),
    ...ascending('floors', floors, ['open_sanctions_match', 'confirmed_sanctions_owner', 'confirmed_sanctions']),
    ...ascending('floors', floors, ['country_increased_monitoring', 'country_high_risk', 'country_call_for_action']),
    ...ascending('floors', floors, ['several_floors', 'open_sanctions_match']),
    ...ascending('floors', floors, ['other_pep', 'foreign_pep']),
    ...ascending('floors', floors, ['active_high_alert', 'active_critical_alert']),
  ];
}

function edd({ edd_triggers }: ScoringModel): string[] {
  return edd_triggers.includes('rating')
    ? []
    : ['edd_triggers: must include rating, because high and critical customers always need enhanced due diligence'];
}

function ascending<Name extends string>(path: string, values: Record<Name, number>, names: readonly Name[]): string[] {
  return names.slice(1).flatMap((name, index) => {
    const milder = names[index]!;
    return values[milder] <= values[name] ? [] : [`${path}.${name}: must not be less than ${path}.${milder}`];
  });
}
