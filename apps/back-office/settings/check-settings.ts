import { assignmentProblems } from './assignment-problems';
import { SEVERITIES } from '@probity/contracts/alerts/words';
import {
  type ComplianceSettings,
  MAX_DUE_HOURS,
  MAX_RETENTION_YEARS,
  MIN_RETENTION_YEARS,
  STAGE_FALLBACKS,
  STAGE_MODES,
} from '@probity/contracts/settings/compliance-settings';
import { MIN_THRESHOLD } from '@probity/contracts/settings/threshold-rules';
import { AmountError, parseAmount } from '@probity/monitoring/amount';
import { DEFAULT_SETTINGS, withDefaults } from '@probity/read-side/settings/default-settings';
import { checkModel } from '@probity/scoring/scoring-model';
import { currencyProblems } from './check-currencies';
import { reportingProblems } from './check-reporting';
import { isSharedListName, LIST_NAME_FORM } from '../watchlists/list-name';
import { mergePatch } from './merge-patch';
import { isThreshold, thresholdProblems } from './threshold-problems';

const MAX_LISTS = 100;
const MAX_RATES = 300;
const MAX_SCORING = 100_000;
const PLUGIN_NAME = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const MAX_PLUGIN_NAME = 40;
const CURRENCY = /^[A-Z]{3}$/;

const STAGES = Object.keys(DEFAULT_SETTINGS.stages) as (keyof ComplianceSettings['stages'])[];

type Json = Record<string, unknown>;

/** The settings after a change, or its problems: each begins with the path of the invalid field. */
export type ChangedSettings = { settings: ComplianceSettings; problems?: undefined } | { problems: string[] };

/**
 * Applies a change to settings: a JSON Merge Patch (RFC 7396). null resets a field or a whole section to its
 * default.
 *
 * @param currencies the codes of the tenant's currencies
 */
export function changeSettings(
  current: ComplianceSettings,
  change: Json,
  currencies: readonly string[],
): ChangedSettings {
  const merged = mergePatch(current, change);
  const unknown = unknownFields(merged);
  if (unknown.length > 0) return { problems: unknown };
  const settings = withDefaults(merged);
  const malformed = settingsProblems(settings);
  if (malformed.length > 0) return { problems: malformed };
  const problems = currencyProblems(current.monitoring, settings.monitoring, currencies);
  return problems.length > 0 ? { problems } : { settings };
}

/** The types guarantee nothing here: the value comes from a request. */
function settingsProblems(settings: ComplianceSettings): string[] {
  const { stages, screening, monitoring, scoring, retention, queue, reporting } = settings;
  if (JSON.stringify(scoring).length > MAX_SCORING) return [`scoring must have at most ${MAX_SCORING} characters`];
  return [
    ...stageProblems(stages),
    ...providerProblems(settings),
    ...screeningProblems(screening),
    ...monitoringProblems(monitoring),
    ...checkModel(scoring).problems.map((problem) => `scoring.${problem}`),
    ...retentionProblems(retention),
    ...queueProblems(queue),
    ...reportingProblems(reporting),
  ];
}

function stageProblems(stages: Json): string[] {
  return STAGES.flatMap((stage) => {
    if ((STAGE_MODES as readonly unknown[]).includes(stages[stage])) return [];
    return [`stages.${stage} must be native, plugin or external`];
  });
}

/** `refuseUnavailableProviders` checks whether the tenant has the provider. */
function providerProblems({ stages, providers }: Pick<ComplianceSettings, 'stages' | 'providers'>): string[] {
  return STAGES.flatMap((stage) => {
    const path = `providers.${stage}`;
    const provider = providers[stage];
    if (provider === null) {
      if (stages[stage] !== 'plugin') return [];
      return [`${path} must name the plugin, such as {"plugin": "yente"}, because stages.${stage} is plugin`];
    }
    const problems: string[] = [];
    if (!isPluginName(provider.plugin)) problems.push(`${path}.plugin must be the name of a plugin, such as yente`);
    if (!STAGE_FALLBACKS.includes(provider.fallback)) problems.push(`${path}.fallback must be native or none`);
    return problems;
  });
}

function screeningProblems(screening: Record<keyof ComplianceSettings['screening'], unknown>): string[] {
  const { threshold, thresholds, lists } = screening;
  const problems = thresholdProblems(thresholds);
  if (!isThreshold(threshold)) problems.unshift(`screening.threshold must be a number from ${MIN_THRESHOLD} to 1`);
  if (lists === null) return problems;
  if (!Array.isArray(lists)) return [...problems, 'screening.lists must be a list of names, or null for all lists'];
  if (lists.length > MAX_LISTS) return [...problems, `screening.lists must have at most ${MAX_LISTS} names`];
  lists.forEach((name, index) => {
    if (!isSharedListName(name)) problems.push(`screening.lists[${index}] must be ${LIST_NAME_FORM}`);
    else if (lists.indexOf(name) < index) problems.push(`screening.lists[${index}] is a duplicate: ${name}`);
  });
  return problems;
}

function monitoringProblems({
  reference_currency,
  rates,
}: Record<keyof ComplianceSettings['monitoring'], unknown>): string[] {
  const problems: string[] = [];
  if (reference_currency !== null && !isCurrency(reference_currency)) {
    problems.push('monitoring.reference_currency must be three capital letters, such as EUR, or null');
  }
  if (!isObject(rates)) return [...problems, 'monitoring.rates must be an object, such as {"USD": "0.92"}'];
  const currencies = Object.keys(rates);
  if (currencies.length > MAX_RATES) problems.push(`monitoring.rates must have at most ${MAX_RATES} currencies`);
  else problems.push(...currencies.flatMap((currency) => rateProblems(currency, rates[currency])));
  if (currencies.length > 0 && reference_currency === null) {
    problems.push('monitoring.rates need monitoring.reference_currency, the currency that they convert to');
  }
  if (isCurrency(reference_currency) && currencies.includes(reference_currency)) {
    problems.push(`monitoring.rates.${reference_currency} is the rate of the reference currency itself; remove it`);
  }
  return problems;
}

function rateProblems(currency: string, rate: unknown): string[] {
  if (!isCurrency(currency)) return [`monitoring.rates has the key ${shown(currency)}, which is not a currency code`];
  const path = `monitoring.rates.${currency}`;
  if (typeof rate !== 'string') return [`${path} must be a decimal string, such as "0.92", not a ${typeof rate}`];
  try {
    return parseAmount(rate) > 0n ? [] : [`${path} must be greater than zero`];
  } catch (error) {
    if (error instanceof AmountError) return [`${path} ${error.message}`];
    throw error;
  }
}

function retentionProblems(retention: Json): string[] {
  return Object.entries(retention).flatMap(([field, years]) => {
    const isPossible =
      Number.isInteger(years) && Number(years) >= MIN_RETENTION_YEARS && Number(years) <= MAX_RETENTION_YEARS;
    if (isPossible) return [];
    return [`retention.${field} must be a whole number of years from ${MIN_RETENTION_YEARS} to ${MAX_RETENTION_YEARS}`];
  });
}

function queueProblems({ due_hours, assignment }: ComplianceSettings['queue']): string[] {
  return [...dueProblems(due_hours), ...assignmentProblems(assignment)];
}

function dueProblems(due_hours: Json): string[] {
  return Object.entries<unknown>(due_hours).flatMap(([severity, hours]) => {
    if (Number.isInteger(hours) && Number(hours) >= 1 && Number(hours) <= MAX_DUE_HOURS) return [];
    return [`queue.due_hours.${severity} must be a whole number of hours from 1 to ${MAX_DUE_HOURS}`];
  });
}

/** Finds sections that are not objects, and unknown fields. The scoring model checks its own fields. */
function unknownFields(settings: Json): string[] {
  return Object.entries(settings).flatMap(([section, content]) => {
    if (!Object.hasOwn(DEFAULT_SETTINGS, section)) {
      const sections = Object.keys(DEFAULT_SETTINGS).join(', ');
      return [`${shown(section)} is not a section of the settings; the sections are ${sections}`];
    }
    if (!isObject(content)) return [`${section} must be an object`];
    if (section === 'scoring') return [];
    const fields = Object.keys(DEFAULT_SETTINGS[section as keyof ComplianceSettings]);
    const unknown = unknownIn(section, content, fields);
    if (section === 'queue' && unknown.length === 0) return unknownDueHours(content);
    if (section !== 'providers' || unknown.length > 0) return unknown;
    return Object.entries(content).flatMap(([stage, provider]) => {
      const path = `providers.${stage}`;
      if (provider === null) return [];
      if (!isObject(provider)) return [`${path} must be an object, such as {"plugin": "yente"}, or null`];
      return unknownIn(path, provider, ['plugin', 'fallback']);
    });
  });
}

function unknownDueHours({ due_hours = {} }: Json): string[] {
  if (!isObject(due_hours)) return ['queue.due_hours must be an object, such as {"critical": 4}'];
  return unknownIn('queue.due_hours', due_hours, [...SEVERITIES]);
}

const unknownIn = (path: string, content: Json, fields: string[]): string[] =>
  Object.keys(content)
    .filter((field) => !fields.includes(field))
    .map((field) => `${path}.${shown(field)} is not a setting; the settings are ${fields.join(', ')}`);

const isPluginName = (value: unknown): boolean =>
  typeof value === 'string' && value.length <= MAX_PLUGIN_NAME && PLUGIN_NAME.test(value);

const isCurrency = (value: unknown): value is string => typeof value === 'string' && CURRENCY.test(value);

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The caller chooses the name. A long name is shortened in the message. */
const shown = (name: string): string => (name.length > 60 ? `${name.slice(0, 60)}…` : name);
