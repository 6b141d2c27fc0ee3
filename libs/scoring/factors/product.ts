import type { CustomerProfile } from '@probity/contracts/customers/profile';
import { businessRisk } from '../business-risk';
import { RISK_WORDS } from '../business-risk-data';
import { highestAmount } from '../income-range';
import { given } from '../kyc-check';
import { phraseIn } from '../phrases';
import { pepLinks } from '../politically-exposed';
import type { Finding, ScoringInput } from '../scoring-input';
import type { ScoringModel } from '../scoring-model';

/** Findings about the business or occupation of the customer, and the source of its money. */
export function productFindings(input: ScoringInput, model: ScoringModel): Finding[] {
  const { profile } = input;
  const business = profile.customer_type === 'corporate' ? company(profile, model) : person(profile, model);
  return [...business, ...funds(input, model)];
}

/** Returns the risk of the customer's business as the profile describes it. */
export const customerBusiness = ({ industry_type, business_type }: CustomerProfile, model: ScoringModel) =>
  businessRisk([industry_type, business_type], model);

function business(profile: CustomerProfile, model: ScoringModel): Finding[] {
  const { risk, kind } = customerBusiness(profile, model);
  if (risk === 'standard') return [];
  return [{ points: model.points.product.business[risk], reason: `${risk}-risk business: ${kind}` }];
}

function company(profile: CustomerProfile, model: ScoringModel): Finding[] {
  return given(profile.industry_type) || given(profile.business_type)
    ? business(profile, model)
    : [{ points: model.points.product.business_unknown, reason: 'the business of the company is unknown' }];
}

function person(profile: CustomerProfile, model: ScoringModel): Finding[] {
  const { occupation, income_range } = profile;
  const points = model.points.product;
  const findings = business(profile, model);
  if (given(occupation)) {
    const { risk, kind } = businessRisk([occupation], model);
    if (risk !== 'standard') findings.push({ points: points.occupation[risk], reason: `occupation in ${kind}` });
  } else {
    findings.push({ points: points.occupation_missing, reason: 'the occupation is unknown' });
  }
  if (!given(income_range)) return [...findings, { points: points.income_missing, reason: 'the income is unknown' }];
  if (!isVeryHigh(income_range, model)) return findings;
  findings.push({ points: points.income_very_high, reason: `very high income: ${income_range}` });
  const modest = phraseIn(occupation, RISK_WORDS.occupations_without_income);
  if (modest) {
    findings.push({ points: points.income_implausible, reason: `the income does not fit the occupation: ${modest}` });
  }
  return findings;
}

/** The source of wealth is only required for political exposure or a very high income. */
function funds(input: ScoringInput, model: ScoringModel): Finding[] {
  const { source_of_funds, source_of_wealth, income_range } = input.profile;
  const points = model.points.product;
  const findings: Finding[] = [];
  if (!given(source_of_funds)) {
    findings.push({ points: points.source_of_funds_missing, reason: 'the source of funds is unknown' });
  }
  const unprovable =
    phraseIn(source_of_funds, RISK_WORDS.unprovable_funds) ?? phraseIn(source_of_wealth, RISK_WORDS.unprovable_funds);
  if (unprovable) {
    const reason = `funds or wealth from a source that is hard to prove: ${unprovable}`;
    findings.push({ points: points.source_of_funds_unprovable, reason });
  }
  const wealthMatters = pepLinks(input, model).length > 0 || isVeryHigh(income_range, model);
  if (wealthMatters && !given(source_of_wealth)) {
    const reason = 'the source of wealth is unknown, but required for political exposure or a very high income';
    findings.push({ points: points.source_of_wealth_missing, reason });
  }
  return findings;
}

const isVeryHigh = (incomeRange: string | undefined, { very_high_income }: ScoringModel): boolean =>
  given(incomeRange) && highestAmount(incomeRange) >= very_high_income;
