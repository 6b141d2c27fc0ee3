import fc from 'fast-check';
import { compileRule } from '@probity/monitoring/compile-rule';
import { CustomerWindows } from '@probity/monitoring/customer-windows';
import { costProblem } from '@probity/monitoring/rule-cost';
import { RuleError } from '@probity/monitoring/rule-error';
import { RuleSet, type TimeLimits } from '@probity/monitoring/rule-set';
import { contextOf, COUNTRY_LISTS, ruleWith } from '@probity/monitoring/testing/samples';
import { CURRENT, history } from './hostile-events';
import { randomCondition } from './random-rules';

export const RULES_IN_A_PORTION = 100;
/** Every fifth portion runs on a long history. */
const LONG_HISTORY_EVERY = 5;
/** Of the rules that could not be saved any more, so many run: stored ones do. */
const ABOVE_LIMIT_EVERY = 50;
const ALLOWED = 1.2;

/** What happened to the rules of some portions. */
export interface Tally {
  rules: number;
  /** rejected for their form */
  invalid: number;
  /** rejected for their cost */
  above_limit: number;
  accepted: number;
  evaluated: number;
  hits: number;
  /** used up their time */
  stopped: number;
  /** took more than 1.2 times their time, also when they were evaluated again */
  over_time: Slow[];
  /** took more once: the machine was busy, or memory was collected */
  over_time_once: number;
  longest_compilation_ms: number;
  longest_evaluation_ms: number;
}

/** A rule by the arguments that generate it again. */
export interface Slow {
  portion: number;
  rule: number;
  ms: number;
}

export const newTally = (): Tally => ({
  rules: 0,
  invalid: 0,
  above_limit: 0,
  accepted: 0,
  evaluated: 0,
  hits: 0,
  stopped: 0,
  over_time: [],
  over_time_once: 0,
  longest_compilation_ms: 0,
  longest_evaluation_ms: 0,
});

/** Adds what happened in other portions. */
export function add(total: Tally, part: Tally): void {
  for (const key of Object.keys(total) as (keyof Tally)[]) {
    const [a, b] = [total[key], part[key]];
    const sum = key.startsWith('longest_') ? Math.max(a as number, b as number) : (a as number) + (b as number);
    Object.assign(total, { [key]: Array.isArray(a) ? [...a, ...part.over_time] : sum });
  }
}

/** Generates the rules of a portion, compiles each, and evaluates each for a hostile event. */
export function evaluatePortion(seed: number, portion: number, limits: TimeLimits): Tally {
  const tally = newTally();
  const conditions = fc.sample(randomCondition, { seed: seed + portion, numRuns: RULES_IN_A_PORTION });
  const sets: { rule: number; set: RuleSet }[] = [];
  for (const [rule, condition] of conditions.entries()) {
    const set = compile(condition, tally);
    if (set) sets.push({ rule, set });
  }
  const past = history(portion % LONG_HISTORY_EVERY === 0);
  const aggregates = new Map(sets.flatMap(({ set }) => set.aggregates.map((spec) => [spec.key, spec])));
  const windows = new CustomerWindows([...aggregates.values()], past, { countryLists: COUNTRY_LISTS });
  for (const { rule, set } of sets) {
    const first = evaluate(set, windows, limits);
    tally.evaluated++;
    if (first.hit) tally.hits++;
    if (first.stopped) tally.stopped++;
    const slow = isSlow(first, limits) ? repeatedly(set, past, limits) : undefined;
    if (slow && isSlow(slow, limits)) tally.over_time.push({ portion, rule, ms: Math.round(slow.ms) });
    else if (slow) tally.over_time_once++;
    else tally.longest_evaluation_ms = Math.max(tally.longest_evaluation_ms, first.ms);
  }
  return tally;
}

function compile(condition: unknown, tally: Tally): RuleSet | undefined {
  tally.rules++;
  const definition = ruleWith(condition as never);
  const started = performance.now();
  try {
    const { cost } = compileRule(definition);
    if (!costProblem(cost)) tally.accepted++;
    else if (tally.above_limit++ % ABOVE_LIMIT_EVERY > 0) return undefined;
  } catch (error) {
    if (!(error instanceof RuleError)) throw error;
    tally.invalid++;
    return undefined;
  } finally {
    tally.longest_compilation_ms = Math.max(tally.longest_compilation_ms, performance.now() - started);
  }
  const set = new RuleSet([{ rule_id: 'random', definition }]);
  return set.countryLists.every((list) => COUNTRY_LISTS.has(list)) ? set : undefined;
}

interface Run {
  ms: number;
  hit: boolean;
  stopped: boolean;
}

/** The processor time counts if it is less: a process that waits for a core does not exceed anything. */
function evaluate(set: RuleSet, windows: CustomerWindows, limits: TimeLimits): Run {
  const [started, used] = [performance.now(), process.cpuUsage()];
  const context = contextOf({ ...CURRENT, aggregates: windows.evaluate(CURRENT.activity) });
  const [outcome] = set.evaluate(context, limits);
  const { user, system } = process.cpuUsage(used);
  const ms = Math.min(performance.now() - started, (user + system) / 1_000);
  const stopped = outcome !== undefined && 'stopped' in outcome && outcome.stopped !== undefined;
  return { ms, hit: outcome?.hit === true, stopped };
}

/** A rule that hits has its time twice: for the decision, and for the evidence. */
const isSlow = ({ ms, hit }: Run, { ofRule }: TimeLimits): boolean => ms > ofRule * (hit ? 2 : 1) * ALLOWED;

/** The fastest of three runs, each with new windows. */
function repeatedly(set: RuleSet, past: ReturnType<typeof history>, limits: TimeLimits): Run {
  const runs = Array.from({ length: 3 }, () =>
    evaluate(set, new CustomerWindows(set.aggregates, past, { countryLists: COUNTRY_LISTS }), limits),
  );
  return runs.reduce((best, run) => (run.ms < best.ms ? run : best));
}
