import { Proposed } from '@probity/platform/http/back-office-client';
import { printableLines } from './output/printable';
import { createProgram } from './program';
import { describeFailure, failureText } from './report-error';
import type { Surroundings } from './surroundings';

/**
 * Runs one command.
 *
 * @param args the words after the program's name on the command line
 */
export async function run(args: string[], surroundings: Surroundings): Promise<void> {
  const asJson = wantsJson(args);
  try {
    await createProgram(surroundings, asJson).parseAsync(args, { from: 'user' });
  } catch (error) {
    if (error instanceof Proposed) {
      const text = asJson ? JSON.stringify({ proposal: error.proposal }) : proposedText(error);
      // What an export prints goes to a file, which must not look as if it had the data.
      const isExport = error.proposal.action === 'export_customer';
      surroundings[isExport ? 'stderr' : 'stdout'].write(`${text}\n`);
      if (isExport) surroundings.exitCode = 1;
      return;
    }
    const failure = describeFailure(error);
    if (!failure) return;
    surroundings.exitCode = failure.exitCode;
    surroundings.stderr.write(failureText(failure, asJson));
  }
}

const slugOf = (url: string): string => /\/tenants\/([^/]+)\//.exec(url)?.[1] ?? '<slug>';

const proposedText = ({ proposal: { id, action, summary, expires_at, request } }: Proposed): string =>
  printableLines(`This change needs a second person: ${summary}.

It waits as proposal ${id} until ${expires_at}. Another person approves it:
  probity proposals approve --tenant ${slugOf(request.url)} ${id} --reason "..."${action === 'export_customer' ? REPEAT : ''}`);

const REPEAT = '\nThen repeat this command within 24 hours, with the same reason. Nothing was exported yet.';

/** Reads the unparsed arguments, because --json also sets the form of parse errors. */
function wantsJson(args: string[]): boolean {
  const end = args.indexOf('--');
  return args.slice(0, end === -1 ? undefined : end).includes('--json');
}
