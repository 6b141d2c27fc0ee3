import { follow } from '../connection/follow';
import { type Filter, listUpTo, moreText } from '../connection/list-up-to';
import { type Column, table } from '../output/table';
import { type About, command, type Declaration, filled, type None, type Values } from './command';
import { type Fields, LIMIT } from './options';

interface AboutList<Row> extends About {
  columns: Column<Row>[];
  /**
   * the text for an empty list; `{tenant}` and other names in braces are replaced with their values, and `no such`
   * with `no` when no filter is given
   */
  nothing: string;
}

/** Lists the first items. The filters have the names of the API's query parameters. */
export function list<Row>({ filters, ...about }: AboutList<Row> & { options?: never; filters?: Fields }): Declaration {
  return command({
    ...about,
    options: { ...filters, limit: LIMIT },
    run: async (values: Record<string, unknown>, { backOffice, path, answer }) => {
      const filter = picked(values, filters) as Filter;
      const found = await listUpTo<Row>(backOffice, path, filter, values.limit as number);
      const isFiltered = Object.values(filter).some((value) => value !== undefined);
      const nothing = isFiltered ? about.nothing : about.nothing.replace(' no such ', ' no ');
      answer(found, table(found.items, about.columns, filled(nothing, values)) + moreText(found));
    },
  });
}

/** Lists all items, for lists that are always short. */
export function listAll<Row>(about: AboutList<Row>): Declaration {
  return command({
    ...about,
    run: async (values: Record<string, unknown>, { backOffice, path, answer }) => {
      const { items } = await listUpTo<Row>(backOffice, path, {}, Infinity);
      answer({ items }, table(items, about.columns, filled(about.nothing, values)));
    },
  });
}

export function show<View extends object, Usage extends string, Path extends string>(
  about: About<Usage, Path, None> & { report: (view: View, values: Values<Usage, Path, None>) => string },
): Declaration {
  return command({
    ...about,
    run: async (values, { backOffice, path, answer }) => {
      const view = await backOffice.get<View>(path);
      answer(view, about.report(view, values));
    },
  });
}

interface AboutChange<Outcome, Given> {
  method?: 'post' | 'put' | 'patch';
  /** the request body; by default the options, by their names */
  body?: (values: Given) => object | Promise<object>;
  /** the text about the outcome */
  report: (outcome: Outcome, values: Given) => string;
}

/** Makes a change and reports the outcome. */
export function change<
  Outcome extends object,
  Usage extends string,
  Path extends string,
  Options extends Fields = None,
>(
  about: About<Usage, Path, Options> &
    AboutChange<Outcome, Values<Usage, Path, Options>> & {
      /** whether the outcome makes the exit code 1 */
      failed?: (outcome: Outcome) => boolean;
    },
): Declaration {
  return command({
    ...about,
    run: async (values, { backOffice, path, answer, surroundings }) => {
      const outcome = await backOffice[about.method ?? 'post']<Outcome>(path, await bodyOf(about, values));
      if (about.failed?.(outcome)) surroundings.exitCode = 1;
      answer(outcome, about.report(outcome, values));
    },
  });
}

/** A long change: the API reports its progress, one line at a time. */
export function longChange<
  Progress extends { done: boolean },
  Usage extends string,
  Path extends string,
  Options extends Fields = None,
>(
  about: About<Usage, Path, Options> &
    AboutChange<Progress, Values<Usage, Path, Options>> & {
      progress: (soFar: Progress) => string;
      /** whether the outcome makes the exit code 1 */
      failed?: (outcome: Progress) => boolean;
    },
): Declaration {
  return command({
    ...about,
    run: async (values, { backOffice, path, answer, progress, surroundings }) => {
      const reports = backOffice.postForLines<Progress>(path, await bodyOf(about, values));
      const outcome = await follow(reports, (soFar) => progress.show(about.progress(soFar))).finally(progress.clear);
      if (about.failed?.(outcome)) surroundings.exitCode = 1;
      answer(outcome, about.report(outcome, values));
    },
  });
}

/** Returns the request body: the options by their names, unless the command builds its own body. */
async function bodyOf<Given extends object>(
  { options, body }: { options?: Fields; body?: (values: Given) => object | Promise<object> },
  values: Given,
): Promise<object> {
  return body ? body(values) : picked(values as Record<string, unknown>, options);
}

const picked = (values: Record<string, unknown>, options: Fields = {}): Record<string, unknown> =>
  Object.fromEntries(Object.keys(options).map((name) => [name, values[name]]));
