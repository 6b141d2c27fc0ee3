import { MAX_TEMPLATE } from '@probity/contracts/report-templates/words';
import Mustache from 'mustache';
import type { TemplateData, Value } from './template-data';

const MAX_DEPTH = 10;
const MAX_PROBLEMS = 10;
const MAX_SHOWN = 60;
const MAX_BLANK = 1_000;
/** The parser looks at each blank of a tag once for each blank before it. */
const BLANK = new RegExp(`\\s{${MAX_BLANK + 1}}`);
// eslint-disable-next-line no-control-regex
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

export type Token = [type: string, name: string, start: number, end: number, children?: Token[]];
export type Parsed = { tokens: Token[]; problems?: undefined } | { problems: string[] };

interface Scope {
  stack: TemplateData[];
  lists: Value[];
  line: (start: number) => number;
}

const REJECTED: Record<string, string> = {
  '>': 'is a partial; a template is one text',
  '=': 'changes the delimiters, which stay {{ and }}',
  '&': 'is written without escaping; use {{…}}',
};

/** Parses a template in Mustache. Its problems are sentences that begin with the line. */
export function parseTemplate(template: string, example: TemplateData): Parsed {
  const line = (start: number): number => template.slice(0, start).split('\n').length;
  if (Buffer.byteLength(template) > MAX_TEMPLATE)
    return { problems: [`the template has more than ${MAX_TEMPLATE} bytes`] };
  const forbidden = FORBIDDEN.exec(template);
  if (forbidden) return { problems: [`line ${line(forbidden.index)}: a control character cannot be in a template`] };
  const blank = BLANK.exec(template);
  if (blank) return { problems: [`line ${line(blank.index)}: more than ${MAX_BLANK} blanks follow each other`] };
  let tokens: Token[];
  try {
    tokens = new UncachedWriter().parse(template) as Token[];
  } catch (error) {
    return { problems: [syntaxError(error as Error, line)] };
  }
  const problems: string[] = [];
  for (const problem of tokenProblems(tokens, { stack: [example], lists: [], line })) {
    if (problems.push(problem) === MAX_PROBLEMS) break;
  }
  return problems.length > 0 ? { problems } : { tokens };
}

/** The library keeps every template that it parsed in a cache without bounds. */
export class UncachedWriter extends Mustache.Writer {
  constructor() {
    super();
    Object.assign(this, { templateCache: undefined });
  }
}

/** The library says at which character: `Unclosed section "x" at 12`. */
function syntaxError({ message }: Error, line: (start: number) => number): string {
  const [, what, at] = /^(.*) at (\d+)$/s.exec(message) ?? [];
  return what === undefined ? message : `line ${line(Number(at))}: ${what}`;
}

function* tokenProblems(tokens: Token[], scope: Scope): Generator<string> {
  for (const [type, name, start, , children] of tokens) {
    if (type === 'text' || type === '!') continue;
    const at = () => `line ${scope.line(start)}: "${name.slice(0, MAX_SHOWN)}"`;
    const rejected = REJECTED[type];
    if (rejected !== undefined) {
      yield `${at()} ${rejected}`;
      continue;
    }
    const value = lookUp(scope.stack, name);
    if (value === undefined) yield `${at()} is no field of a report here`;
    else if (children) yield* sectionProblems(at, value, type === '#', children, scope);
    else if (typeof value !== 'string') yield `${at()} is no text; use it as a section: {{#${name}}}…{{/${name}}}`;
  }
}

function* sectionProblems(
  at: () => string,
  value: Value,
  enters: boolean,
  children: Token[],
  { stack, lists, line }: Scope,
): Generator<string> {
  if (stack.length > MAX_DEPTH) {
    yield `${at()} is nested too deeply: at most ${MAX_DEPTH} sections`;
    return;
  }
  // Inside of itself a list would be written as often as it has items.
  if (lists.includes(value)) yield `${at()} is a list inside of itself`;
  const entered = Array.isArray(value) ? (value[0] ?? {}) : typeof value === 'object' ? value : {};
  const inner = {
    stack: [...stack, enters ? entered : {}],
    lists: Array.isArray(value) ? [...lists, value] : lists,
    line,
  };
  yield* tokenProblems(children, inner);
}

/** Looks a name up like Mustache, in own fields only: `constructor` and `__proto__` are names like any other. */
export function lookUp(stack: readonly TemplateData[], name: string): Value | undefined {
  const [head, ...rest] = name.split('.');
  const owner = stack.findLast((data) => Object.hasOwn(data, head!));
  let value: Value | undefined = owner?.[head!];
  for (const part of rest) {
    const isObject = typeof value === 'object' && !Array.isArray(value) && Object.hasOwn(value, part);
    value = isObject ? (value as TemplateData)[part] : undefined;
  }
  return value;
}
