import { createReadStream } from 'node:fs';
import type { Command } from 'commander';
import { CliError, UsageError } from '../errors';
import { group, subcommand } from '../help';
import { printable } from '../output/printable';
import { scoreLines } from '../screening/score-lines';
import type { Surroundings } from '../surroundings';

const WHAT_IT_READS = `
It needs no server. Each line read is JSON, such as
  {"schema": "Person", "name1": "Vladimir Putin", "name2": "Путин, Владимир"}
with the schema Person, Company or Unknown; each line written is the same with its score, from 0 to 1,
and the features that made it. Lines that cannot be read are told on stderr, with exit code 1 at the end.`;

export function addScreeningCommands(program: Command, surroundings: Surroundings): void {
  const screening = group(
    program,
    'screening',
    'try and measure how names are compared',
    'screening score pairs.jsonl',
  );

  subcommand(
    screening,
    'score [files...]',
    'score pairs of names, from files or from stdin',
    'screening score pairs.jsonl',
  )
    .addHelpText('after', WHAT_IT_READS)
    .action(async (files: string[], _options: object, command: Command) => {
      const { json } = command.optsWithGlobals<{ json?: true }>();
      const { textLines } = await import('@probity/watchlists/text-lines');
      const { scoreNames } = await import('@probity/screening/score-names');
      for (const { name, content } of inputs(files, surroundings)) {
        for await (const scored of scoreLines(readable(textLines(content, name)), scoreNames)) {
          if (scored.problem === undefined) {
            const { line: _line, ...answer } = scored;
            surroundings.stdout.write(`${JSON.stringify(answer)}\n`);
            continue;
          }
          surroundings.exitCode = 1;
          surroundings.stderr.write(badLine(name, scored.line, scored.problem, json === true));
        }
      }
    });
}

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
