import { createReadStream, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { ListEntry } from '@probity/screening/list-entry';
import { DEFAULT_THRESHOLD } from '@probity/screening/score-names';
import { ScreeningIndex } from '@probity/screening/screening-index';
import type { ScreeningSubject } from '@probity/screening/screening-subject';
import { recogniseFiles } from '@probity/watchlists/importers';
import { runTool, wholeNumber, WrongOption } from '../testing/run-tool';
import { everydayCounterparties, ordinaryPeople, SCRIPTS } from './ordinary-names/ordinary-names';
import { say } from './report';
import { Choices } from './screening-random';

const HELP = `npm run bench:false-alerts -- --lists <folder> [--lists <folder>] [--names 50000] [--show 20]

Screens names of ordinary people and of everyday counterparties against real lists, and counts who raises an alert at
the default threshold: by the name alone, and with a date of birth and a nationality. Then it looks for every name of
the lists, as it is and with one wrong letter. The ordinary names are combined from frequent given and family names of
six scripts, in equal parts (bench/ordinary-names).

--lists   a folder with the files of one list, as for \`probity watchlist import\`
--names   the number of ordinary people
--show    how many of the alerts are shown

Prints JSON.`;

const COUNTERPARTIES = 1_000;
const SEED = 7;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      lists: { type: 'string', multiple: true, default: [] },
      names: { type: 'string', default: '50000' },
      show: { type: 'string', default: '20' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return console.log(HELP);
  if (values.lists.length === 0) throw new WrongOption('--lists is missing');
  const [names, show] = [wholeNumber('names', values.names), wholeNumber('show', values.show)];
  const entries = (await Promise.all(values.lists.map(readList))).flat();
  say(`building an index of ${entries.length} entries`);
  const index = new ScreeningIndex(entries);
  const figures = {
    entries: entries.length,
    threshold: DEFAULT_THRESHOLD,
    ...ofPeople(index, names, show),
    ...ofCounterparties(index, show),
    listed: ofListed(index, entries, show),
  };
  console.log(JSON.stringify(figures, null, 2));
}

async function readList(folder: string): Promise<ListEntry[]> {
  const found = recogniseFiles(readdirSync(folder));
  if (!found) throw new WrongOption(`${folder} has no files of a list that Probity knows`);
  const chunks = Object.fromEntries(
    Object.entries(found.files).map(([role, name]) => [role, createReadStream(join(folder, name))]),
  );
  const entries: ListEntry[] = [];
  for await (const entry of found.importer.read(chunks, found.importer.format, () => {})) entries.push(entry);
  return entries;
}

function ofPeople(index: ScreeningIndex, count: number, show: number): object {
  say(`screening ${count} ordinary names`);
  const people = ordinaryPeople(count);
  const byScript = Object.fromEntries(SCRIPTS.map((script) => [script, { names: 0, alerts: 0, with_details: 0 }]));
  const shown: string[] = [];
  for (const { script, name, subject } of people) {
    const figures = byScript[script]!;
    figures.names++;
    const [match] = index.screen({ schema: 'Person', names: [name] }, { limit: 1 });
    if (!match) continue;
    figures.alerts++;
    if (index.screen(subject, { limit: 1 }).length > 0) figures.with_details++;
    if (figures.alerts <= show / SCRIPTS.length)
      shown.push(`${name} | ${match.matched_name} ${match.score.toFixed(2)}`);
  }
  const sum = (of: 'alerts' | 'with_details') => Object.values(byScript).reduce((all, figures) => all + figures[of], 0);
  return {
    ordinary_people: {
      names: people.length,
      percent_by_name_alone: percent(sum('alerts'), people.length),
      percent_with_birth_date_and_nationality: percent(sum('with_details'), people.length),
      by_script: byScript,
      alerts: shown,
    },
  };
}

function ofCounterparties(index: ScreeningIndex, show: number): object {
  const alerts = everydayCounterparties(COUNTERPARTIES).flatMap((name) => {
    const [match] = index.screen({ schema: 'Unknown', names: [name] }, { limit: 1 });
    return match ? [`${name} | ${match.matched_name} ${match.score.toFixed(2)}`] : [];
  });
  return { counterparties: { names: COUNTERPARTIES, alerts: alerts.length, shown: alerts.slice(0, show) } };
}

function ofListed(index: ScreeningIndex, entries: readonly ListEntry[], show: number): object {
  const choices = new Choices(SEED);
  const missed: string[] = [];
  let [names, found, typos, foundWithTypo] = [0, 0, 0, 0];
  say('looking for every name of the lists');
  for (const entry of entries) {
    if (entry.schema === 'Aircraft' || entry.schema === 'Wallet') continue; // found by identifiers only
    for (const { name, quality } of entry.names) {
      if (quality === 'weak') continue;
      names++;
      if (finds(index, entry, name)) found++;
      else missed.push(name);
      const typo = withTypo(choices, name);
      if (typo === undefined) continue;
      typos++;
      if (finds(index, entry, typo)) foundWithTypo++;
      else if (missed.length < show) missed.push(`${typo} (${name})`);
    }
  }
  return {
    names,
    percent_found: percent(found, names),
    percent_found_with_one_typo: percent(foundWithTypo, typos),
    missed: missed.slice(0, show),
  };
}

function finds(index: ScreeningIndex, { list, id, schema }: ListEntry, name: string): boolean {
  const subject: ScreeningSubject = { schema: schema === 'Other' ? 'Unknown' : schema, names: [name] };
  return index.screen(subject, { accepts: (entry) => entry.list === list && entry.id === id }).length > 0;
}

/** The name with one letter left out, doubled, replaced or swapped; undefined if no word has four letters. */
function withTypo(choices: Choices, name: string): string | undefined {
  const words = [...name.matchAll(/\p{L}{4,}/gu)];
  if (words.length === 0) return undefined;
  const { 0: word, index } = choices.of(words);
  const at = index + 1 + choices.below(word.length - 2);
  const [before, letter, after] = [name.slice(0, at), name[at]!, name.slice(at + 1)];
  switch (choices.below(4)) {
    case 0:
      return before + after;
    case 1:
      return before + letter + letter + after;
    case 2:
      return before + (letter === 'E' || letter === 'e' ? 'a' : 'e') + after;
    default:
      return before + after[0]! + letter + after.slice(1);
  }
}

const percent = (part: number, whole: number): number => Math.round((part / whole) * 100_000) / 1_000;

runTool(HELP, main);
