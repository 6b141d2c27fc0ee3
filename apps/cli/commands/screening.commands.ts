import { createReadStream } from 'node:fs';
import { command, group } from '../declaration/command';
import { number, optional } from '../declaration/options';
import { CliError, UsageError } from '../errors';
import { printable } from '../output/printable';
import { measurementReport } from '../screening/measurement-report';
import { readPairs } from '../screening/read-pairs';
import { scoreLines, type ScoreNames } from '../screening/score-lines';
import type { Surroundings } from '../surroundings';

const WHAT_IT_READS = `
It needs no server. Each line read is JSON, such as
  {"schema": "Person", "name1": "Vladimir Putin", "name2": "Путин, Владимир"}
where anything but a Person and a Company (or Organization) is compared as both; each line written is the same with its score, from 0 to 1,
and the features that made it. Lines that cannot be read are told on stderr, with exit code 1 at the end.`;

const WHAT_A_TABLE_HOLDS = `
It needs no server. The CSV file has a header with the columns schema, name1, name2 and is_match (true
or false); with a column case_group, each group is measured by itself, too.`;

export const addScreeningCommands = group('screening', 'try and measure how names are compared', 'score pairs.jsonl', [
  command({
    usage: 'score [files...]',
    summary: 'score pairs of names, from files or from stdin',
    example: 'pairs.jsonl',
    notes: WHAT_IT_READS,
    run: async ({ files }, { surroundings, asJson }) => {
      const { textLines } = await import('@probity/watchlists/text-lines');
      const { scoreNames } = await import('@probity/screening/score-names');
      const { screeningSchema } = await import('@probity/screening/name-pairs');
      const score: ScoreNames = (schema, name1, name2) => scoreNames(screeningSchema(schema), name1, name2);
      for (const { name, content } of inputs(files, surroundings)) {
        for await (const { line, ...scored } of scoreLines(readable(textLines(content, name)), score)) {
          if (scored.problem === undefined) {
            surroundings.stdout.write(`${JSON.stringify(scored)}\n`);
            continue;
          }
          surroundings.exitCode = 1;
          surroundings.stderr.write(badLine(name, line, scored.problem, asJson));
        }
      }
    },
  }),
  command({
    usage: 'measure <csv>',
    summary: 'measure how well scores tell matches, on pairs of which that is known',
    example: 'pairs.csv',
    options: {
      threshold: optional(
        '--threshold <number>',
        'score from which names are called a match; without it the default one',
        number(/^(?:0|1)(?:\.\d{1,6})?$/, 'a number from 0 to 1, such as 0.75', 1),
      ),
    },
    notes: WHAT_A_TABLE_HOLDS,
    run: async ({ csv, threshold }, { answer }) => {
      const pairs = await readPairs(csv);
      const { measureNamePairs } = await import('@probity/screening/name-pairs');
      const measured = measureNamePairs(pairs, threshold);
      answer(measured, measurementReport(measured));
    },
  }),
]);

/** What is read, in the order in which it is named. */
function inputs(files: string[], { stdin }: Surroundings) {
  if (files.length > 0) return files.map((name) => ({ name, content: readChunks(name) }));
  if (!stdin || stdin.isTTY) throw new UsageError('name files, or pipe lines of JSON into it');
  return [{ name: 'stdin', content: stdin }];
}

/** @throws CliError `broken_file` for what is no text of a kind that can be read */
async function* readable<Line>(lines: AsyncIterable<Line>): AsyncGenerator<Line> {
  const { BrokenFile } = await import('@probity/watchlists/importer');
  try {
    yield* lines;
  } catch (error) {
    throw error instanceof BrokenFile ? new CliError('broken_file', error.message) : error;
  }
}

async function* readChunks(path: string): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of createReadStream(path)) yield chunk as Buffer;
  } catch (error) {
    throw new CliError('file', `${path} cannot be read: ${(error as Error).message}`);
  }
}

function badLine(file: string, line: number, problem: string, asJson: boolean): string {
  const message = `line ${line} of ${file}: ${problem}`;
  if (asJson) return `${JSON.stringify({ status: 'error', code: 'bad_line', file, line, message })}\n`;
  return `probity: ${printable(message)}\n`;
}
