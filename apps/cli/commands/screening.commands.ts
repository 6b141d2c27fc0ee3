import { createReadStream } from 'node:fs';
import { command, group } from '../declaration/command';
import { number, optional } from '../declaration/options';
import { InputError, UsageError } from '../errors';
import { fileProblem } from '../files/file-problem';
import { printable } from '../output/printable';
import { measureAlerts } from './measure-alerts.commands';
import { measurementReport } from '../screening/measurement-report';
import { readPairs } from '../screening/read-pairs';
import { scoreLines, type ScoreNames } from '../screening/score-lines';
import type { Surroundings } from '../surroundings';

const WHAT_IT_READS = `
The command needs no server. Each input line is a JSON object, such as
  {"schema": "Person", "name1": "Vladimir Putin", "name2": "Путин, Владимир"}
A schema other than Person, Company, Organization and Vessel is compared both as a person and as a company. Each
output line repeats the object and adds the score, from 0 to 1, and its features. A line that cannot be read is
reported on stderr; the exit code is then 1.`;

const WHAT_A_TABLE_HOLDS = `
The command needs no server. The CSV file has a header with the columns schema, name1, name2 and is_match
(true or false). If there is a column case_group, each group is also measured separately.`;

export const addScreeningCommands = group(
  'screening',
  'test and measure the comparison of names, and other settings on decided alerts',
  'score pairs.jsonl',
  [
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
      summary: 'measure how well scores separate matching pairs of names from other pairs',
      example: 'pairs.csv',
      options: {
        threshold: optional(
          '--threshold <number>',
          'the score from which a pair counts as a match; the default threshold if omitted',
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
    measureAlerts,
  ],
);

/** The inputs, in the order in which the command line names them. */
function inputs(files: string[], { stdin }: Surroundings) {
  if (files.length > 0) return files.map((name) => ({ name, content: readChunks(name) }));
  if (!stdin || stdin.isTTY) throw new UsageError('name at least one file, or pipe lines of JSON to stdin');
  return [{ name: 'stdin', content: stdin }];
}

/** @throws InputError `broken_file` for a file that is not UTF-8 text */
async function* readable<Line>(lines: AsyncIterable<Line>): AsyncGenerator<Line> {
  const { BrokenFile } = await import('@probity/watchlists/importer');
  try {
    yield* lines;
  } catch (error) {
    throw error instanceof BrokenFile ? new InputError('broken_file', error.message) : error;
  }
}

async function* readChunks(path: string): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of createReadStream(path)) yield chunk as Buffer;
  } catch (error) {
    throw new InputError('file', fileProblem(path, error));
  }
}

function badLine(file: string, line: number, problem: string, asJson: boolean): string {
  const message = `line ${line} of ${file}: ${problem}`;
  if (asJson) return `${JSON.stringify({ status: 'error', code: 'bad_line', file, line, message })}\n`;
  return `probity: ${printable(message)}\n`;
}
