import { createReadStream, existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { build as histogram, type Histogram } from 'hdr-histogram-js';
import type { ListEntry } from '@probity/screening/list-entry';
import { DEFAULT_THRESHOLD } from '@probity/screening/score-names';
import { ScreeningIndex } from '@probity/screening/screening-index';
import { ofacSdn } from '@probity/watchlists/ofac-sdn';
import { runTool, wholeNumber } from '../testing/run-tool';
import { machine, round, say } from './report';
import { exactWords, fullScan, type Lookup } from './screening-baselines';
import { generatedList } from './screening-list';
import { queriedNames, type QueriedName } from './screening-names';

const HELP = `npm run bench:screening -- [--ofac <folder>] [--entries 20000 [--names-each 5]]
  [--names 10000] [--scanned 60]

Screens names one after the other, on one core, against a list in memory. Half of the names are clean, a quarter
are near misses, a quarter are names of the list. As baselines, the same run looks up the same names by their
exact words, and compares some of them (--scanned) with every name of the list by the same rules. Figures with
cpu in their name do not include the time in which other processes used the core.

--ofac <folder>  uses OFAC's SDN list: sdn.csv, alt.csv, add.csv and sdn_comments.csv in that folder
--entries        the size of the generated list, if --ofac is not given
--names-each     the number of names of each generated entry; without it one to four
--names          the number of names to screen, after a tenth of that number for warming up

Prints JSON.`;

const SEED = 41;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      ofac: { type: 'string' },
      entries: { type: 'string', default: '20000' },
      'names-each': { type: 'string' },
      names: { type: 'string', default: '10000' },
      scanned: { type: 'string', default: '60' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(HELP);
    return;
  }
  const [entries, queried] = [wholeNumber('entries', values.entries), wholeNumber('names', values.names)];
  const scanned = wholeNumber('scanned', values.scanned);
  const each = values['names-each'] === undefined ? undefined : wholeNumber('names-each', values['names-each']);
  const list = values.ofac === undefined ? generatedList(entries, each) : await ofacList(values.ofac);
  const names = queriedNames(list, queried, SEED);
  console.log(JSON.stringify(measure(list, names, scanned, values.ofac ?? 'generated'), null, 2));
}

function measure(list: readonly ListEntry[], names: readonly QueriedName[], scanned: number, source: string): object {
  say(`building an index of ${list.length} entries`);
  new ScreeningIndex(list.slice(0, 100)); // the first index of a process reads the word tables; do not measure that
  const before = memoryInUse();
  const started = performance.now();
  const index = new ScreeningIndex(list);
  const buildMs = performance.now() - started;
  const memory = memoryInUse() - before;

  const screen: Lookup = (subject) => new Set(index.screen(subject).map(({ entry }) => entry));
  say(`screening ${names.length} names`);
  run(screen, names.slice(0, Math.ceil(names.length / 10)));
  const measured = run(screen, names);
  const exact = exactWords(list);
  run(exact, names.slice(0, Math.ceil(names.length / 10)));
  const looked = run(exact, names);

  say(`comparing ${scanned} names with the whole list`);
  const sample = queriedNames(list, scanned, SEED + 1);
  const scan = fullScan(list, DEFAULT_THRESHOLD);
  const compared = run(scan, sample);
  return {
    machine: machine(),
    list: source,
    entries: list.length,
    names_of_the_list: list.reduce((sum, entry) => sum + entry.names.length, 0),
    names: names.length,
    ...measured.figures,
    build_ms: Math.round(buildMs),
    memory_mib: round(memory / 2 ** 20),
    /** the most memory that the process had, with the list itself and the garbage of building */
    process_mib: round(process.resourceUsage().maxRSS / 2 ** 10),
    baseline: {
      exact_words: looked.figures,
      full_scan: {
        names: sample.length,
        ...compared.figures,
        /** how many of the full scan's hits the index finds too */
        hits: compared.hits,
        found_by_index: sharedHits(scan, screen, sample),
      },
    },
  };
}

interface Run {
  figures: Record<string, number | Record<string, number>>;
  hits: number;
}

/**
 * `found` is, for each kind of name, the share of names whose source entry is among the hits. For clean names,
 * which have no source entry, it is the share of names with any hit.
 */
function run(lookup: Lookup, names: readonly QueriedName[]): Run {
  const latencies = nanoseconds();
  const cpuTimes = nanoseconds();
  const kinds = new Map<string, { asked: number; found: number }>();
  let hits = 0;
  let busy = 0;
  for (const { subject, kind, source } of names) {
    const cpu = process.cpuUsage();
    const started = performance.now();
    const found = lookup(subject);
    const ms = performance.now() - started;
    const { user, system } = process.cpuUsage(cpu);
    busy += ms;
    latencies.recordValue(Math.max(1, Math.round(ms * 1_000_000)));
    cpuTimes.recordValue(Math.max(1, (user + system) * 1_000));
    hits += found.size;
    const counts = kinds.get(kind) ?? { asked: 0, found: 0 };
    kinds.set(kind, counts);
    counts.asked++;
    if (source ? found.has(source) : found.size > 0) counts.found++;
  }
  const at = (times: Histogram, percentile: number): number =>
    round(times.getValueAtPercentile(percentile) / 1_000_000);
  return {
    figures: {
      screens_per_second: Math.round((names.length / busy) * 1000),
      p50_ms: at(latencies, 50),
      p99_ms: at(latencies, 99),
      max_ms: round(latencies.maxValue / 1_000_000),
      p50_cpu_ms: at(cpuTimes, 50),
      p99_cpu_ms: at(cpuTimes, 99),
      found: Object.fromEntries([...kinds].map(([kind, { asked, found }]) => [kind, round(found / asked)])),
    },
    hits,
  };
}

const nanoseconds = (): Histogram =>
  histogram({
    lowestDiscernibleValue: 1,
    highestTrackableValue: 60_000_000_000,
    numberOfSignificantValueDigits: 3,
  });

function sharedHits(scan: Lookup, screen: Lookup, names: readonly QueriedName[]): number {
  let shared = 0;
  for (const { subject } of names) {
    const found = screen(subject);
    for (const entry of scan(subject)) if (found.has(entry)) shared++;
  }
  return shared;
}

function memoryInUse(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

async function ofacList(folder: string): Promise<ListEntry[]> {
  const files: Record<string, ReturnType<typeof createReadStream>> = {};
  for (const [role, name] of Object.entries({ sdn: 'sdn', alt: 'alt', add: 'add', comments: 'sdn_comments' })) {
    const path = join(folder, `${name}.csv`);
    if (existsSync(path)) files[role] = createReadStream(path);
  }
  if (!files.sdn) throw new Error(`${folder} has no sdn.csv; name the folder that OFAC's CSV files are in`);
  const list: ListEntry[] = [];
  let unused = 0;
  for await (const entry of ofacSdn.read(files, 'ofac-sdn', () => unused++)) list.push(entry);
  say(`read ${list.length} entries; ${unused} records were reported`);
  return list;
}

runTool(HELP, main);
