import { canonicalJson } from '@probity/platform/canonical-json';
import { ACTIVITY_TEXTS } from '../activity';
import {
  type Aggregate,
  type AggregateDefinition,
  AGGREGATES,
  type AggregateSpec,
  type FilterFrame,
} from '../aggregate-spec';
import { DURATION_FORM, formatDuration, MAX_DURATION_MS, parseDuration } from '../duration';
import { aggregateCost } from '../rule-cost';
import { below } from '../rule-error';
import type { NumberExpression } from './expression';
import type { NodeCompiler } from './node-compiler';
import { FilterScope } from './filter-scope';
import type { FilterRules } from './scope';

type Filter = (frame: FilterFrame) => boolean;

const KEYS = ['aggregate', 'of', 'window', 'offset', 'include_current', 'where'];

/** The allowed values of `of` for each aggregate. */
const SUBJECTS: Record<Aggregate, readonly string[]> = {
  count: [],
  sum: ['amount'],
  distinct: ACTIVITY_TEXTS,
  max: ['amount'],
  min: ['amount'],
  avg: ['amount'],
};

/** Compiles `{"aggregate": "sum", "of": "amount", "window": "24h", "offset", "include_current", "where"}`. */
export function compileAggregate<Context>(
  node: Record<string, unknown>,
  path: string,
  compiler: NodeCompiler<Context>,
): NumberExpression<Context> | undefined {
  const { filters } = compiler.scope;
  if (filters === undefined)
    return compiler.problem(path, 'an aggregate is not allowed inside the where of another aggregate');

  const before = compiler.problems.length;
  const aggregate = oneOf(node.aggregate, AGGREGATES, below(path, 'aggregate'), compiler);
  const of = aggregate && subject(node, aggregate, path, compiler);
  const [windowMs, offsetMs] = reach(node, path, compiler);
  const includeCurrent = includesCurrent(node, offsetMs, filters.currentIsActivity, path, compiler);
  const costBefore = compiler.cost;
  const filter = compileFilter(node, path, filters, compiler);
  const filterCost = compiler.cost - costBefore;
  for (const key of Object.keys(node)) {
    if (!KEYS.includes(key))
      compiler.problem(below(path, key), `is not a known key; an aggregate has ${KEYS.join(', ')}`);
  }
  if (compiler.problems.length > before || aggregate === undefined) return undefined;

  const readsAmounts = of === 'amount' || filter?.readsAmounts === true;
  const comparableOnly = readsAmounts && !filters.readsUnconverted;
  const definition: AggregateDefinition = {
    aggregate,
    ...(of && { of: of as AggregateDefinition['of'] }),
    window: formatDuration(windowMs),
    ...(offsetMs > 0 && { offset: formatDuration(offsetMs) }),
    include_current: includeCurrent,
    ...(node.where !== undefined && { where: node.where }),
    ...(comparableOnly && { comparable_only: true }),
  };
  const spec: AggregateSpec = {
    key: canonicalJson(definition),
    definition,
    windowMs,
    offsetMs,
    filter: comparableOnly && of === 'amount' ? comparable(filter?.read) : (filter?.read ?? null),
    filterCost,
    readsAmounts,
    dependsOnEvent: filter?.dependsOnEvent ?? false,
    countryLists: filter?.countryLists ?? [],
  };
  compiler.charge(path, aggregateCost(filterCost, windowMs, spec.dependsOnEvent));
  const compiled = compiler.scope.aggregate(spec);
  return typeof compiled === 'string' ? compiler.problem(path, compiled) : compiled;
}

function subject<Context>(
  { of }: Record<string, unknown>,
  aggregate: Aggregate,
  path: string,
  compiler: NodeCompiler<Context>,
): string | undefined {
  const subjects = SUBJECTS[aggregate];
  if (subjects.length > 0) return oneOf(of, subjects, below(path, 'of'), compiler);
  return of === undefined ? undefined : compiler.problem(below(path, 'of'), `${aggregate} has no "of"; leave it out`);
}

function reach<Context>(
  node: Record<string, unknown>,
  path: string,
  compiler: NodeCompiler<Context>,
): [windowMs: number, offsetMs: number] {
  const windowMs = parseDuration(node.window);
  if (windowMs === undefined) compiler.problem(below(path, 'window'), `expected ${DURATION_FORM}`);
  const offsetMs = node.offset === undefined ? 0 : parseDuration(node.offset);
  if (offsetMs === undefined) compiler.problem(below(path, 'offset'), `expected ${DURATION_FORM}`);
  if ((windowMs ?? 0) + (offsetMs ?? 0) > MAX_DURATION_MS) {
    compiler.problem(below(path, 'offset'), 'expected window and offset to be at most 366d together');
  }
  return [windowMs ?? 0, offsetMs ?? 0];
}

/** By default, the current event counts if it is an activity and the window has no offset. */
function includesCurrent<Context>(
  { include_current: asked, offset }: Record<string, unknown>,
  offsetMs: number,
  currentIsActivity: boolean,
  path: string,
  compiler: NodeCompiler<Context>,
): boolean {
  const possible = currentIsActivity && offsetMs === 0 && offset === undefined;
  if (asked === undefined) return possible;
  if (typeof asked !== 'boolean') {
    compiler.problem(below(path, 'include_current'), 'expected true or false');
  } else if (asked && !possible) {
    compiler.problem(
      below(path, 'include_current'),
      currentIsActivity
        ? 'expected false: a window with an offset ends before the current event'
        : 'expected false: an onboarding event is not an activity',
    );
  }
  return asked === true;
}

function compileFilter<Context>(
  { where }: Record<string, unknown>,
  path: string,
  rules: FilterRules,
  compiler: NodeCompiler<Context>,
) {
  if (where === undefined) return undefined;
  const scope = new FilterScope(rules);
  const condition = compiler.within(scope).condition(where, below(path, 'where'));
  if (!condition) return undefined;
  const { dependsOnEvent, readsAmounts, countryLists } = scope;
  return { read: condition.read, dependsOnEvent, readsAmounts, countryLists: [...countryLists] };
}

/** Lets only activities count whose amount is comparable. */
const comparable =
  (filter: Filter = () => true): Filter =>
  (frame) =>
    frame.activity.comparable && filter(frame);

function oneOf<Word extends string, Context>(
  value: unknown,
  words: readonly Word[],
  path: string,
  compiler: NodeCompiler<Context>,
): Word | undefined {
  if ((words as readonly unknown[]).includes(value)) return value as Word;
  return compiler.problem(path, `expected ${words.length === 1 ? `"${words[0]}"` : `one of ${words.join(', ')}`}`);
}
