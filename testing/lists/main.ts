import { parseArgs } from 'node:util';
import { runTool, WrongOption } from '../run-tool';
import { countLists } from './count-lists';

const HELP = `npm run lists:count -- --folder <folder>

Reads the list in a folder with its importer and with a second reader, which shares no code with it. The files have the
names by which an import recognises them. Prints JSON: how many names, dates, countries, identifiers and programmes
each reader has, and each value that one of them lacks. The exit code is 1 if there is one.`;

runTool(HELP, async () => {
  const { values } = parseArgs({ options: { folder: { type: 'string' }, help: { type: 'boolean', default: false } } });
  if (values.help) return console.log(HELP);
  if (values.folder === undefined) throw new WrongOption('--folder is missing');
  const comparison = await countLists(values.folder);
  console.log(JSON.stringify(comparison, null, 2));
  if (comparison.different > 0) process.exitCode = 1;
});
