import { isObject } from '@probity/platform/is-object';
import { readDocument } from '@probity/platform/data-file';
import { Compile } from 'typebox/compile';
import { modelProblems } from './scoring-model-rules';
import { ScoringModel } from './scoring-model-shape';

export { EDD_TRIGGERS, type EddTrigger, ScoringModel } from './scoring-model-shape';

const shape = Compile(ScoringModel);

export const DEFAULT_MODEL = readDocument(`${__dirname}/data/default-model.json`, shape);

export interface CheckedModel {
  /** the whole model; absent when there are problems */
  model?: ScoringModel;
  /** each begins with the path of the invalid setting, such as `weights.identity: …` */
  problems: string[];
}

/**
 * Merges a tenant's settings into the default model and checks the result. Objects are merged member by member; lists
 * (`edd_triggers`, `alerts.decay`) are replaced as a whole. Does not change the input or keep references to it.
 */
export function checkModel(input: unknown): CheckedModel {
  if (!isObject(input))
    return { problems: ['scoring model: must be an object with the settings that differ from the default'] };
  const model = merged(DEFAULT_MODEL, input) as ScoringModel;
  const problems = shapeProblems(model);
  if (problems.length === 0) problems.push(...modelProblems(model));
  return problems.length === 0 ? { model, problems } : { problems };
}

function merged(base: unknown, changes: unknown): unknown {
  if (changes === undefined) return structuredClone(base);
  if (!isObject(base) || !isObject(changes)) return structuredClone(changes);
  const names = new Set([...Object.keys(base), ...Object.keys(changes)]);
  // Object.fromEntries makes own members even from names such as __proto__, so that the schema rejects them.
  return Object.fromEntries([...names].map((name) => [name, merged(ownMember(base, name), ownMember(changes, name))]));
}

function shapeProblems(model: unknown): string[] {
  const problems = shape.Errors(model).flatMap((error) => {
    // Each unknown name is reported twice: for the object, and for the name itself with the keyword `boolean`.
    if (error.keyword === 'additionalProperties') return [];
    const path = error.instancePath.slice(1).replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~');
    return [`${path}: ${error.keyword === 'boolean' ? unknownName(path) : error.message}${allowed(error.params)}`];
  });
  return [...new Set(problems)];
}

function unknownName(path: string): string {
  if (path.startsWith('country_tiers.')) return 'the country must be an ISO 3166-1 alpha-2 code in upper case';
  if (path.startsWith('business_words.')) return 'the words must have 2 to 60 characters';
  return 'is not a setting of the scoring model';
}

function allowed(params: object): string {
  return 'allowedValues' in params ? `: ${(params.allowedValues as string[]).join(', ')}` : '';
}

const ownMember = (object: Record<string, unknown>, name: string): unknown =>
  Object.hasOwn(object, name) ? object[name] : undefined;
