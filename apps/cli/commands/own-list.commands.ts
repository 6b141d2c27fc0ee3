import type { WatchlistEntryView } from '@probity/contracts/watchlists/views';
import { command } from '../declaration/command';
import { change, list } from '../declaration/kinds';
import { DECISION, optional } from '../declaration/options';
import { readJsonFile } from '../files/read-file';
import type { Columns } from '../output/table';
import { printable } from '../output/printable';

const nameOf = ({ names }: WatchlistEntryView): string => names[0]?.name ?? '';

const ENTRY_COLUMNS: Columns<WatchlistEntryView> = [
  { title: 'ID', value: (row) => row.id },
  { title: 'NAME', value: nameOf },
  { title: 'SCHEMA', value: (row) => row.schema },
  { title: 'TOPICS', value: (row) => row.topics.join(', ') },
  { title: 'ADDED', value: (row) => row.created_at },
];

/** The commands of the group `watchlist` about the list of a tenant itself. */
export const OWN_LIST_COMMANDS = [
  list({
    usage: 'entries',
    summary: "list the entries of a tenant's own list, oldest first",
    example: '--name petrov',
    path: 'tenants/{tenant}/watchlist-entries',
    filters: { name: optional('--name <text>', 'only entries with this part of a name') },
    columns: ENTRY_COLUMNS,
    nothing: 'Tenant {tenant} has no such entries.',
  }),
  change({
    usage: 'add-entry <file>',
    summary: "add an entry (a JSON file) to a tenant's own list; one with the same id is replaced",
    example: 'entry.json --reason "left with debts"',
    path: 'tenants/{tenant}/watchlist-entries',
    options: DECISION,
    body: async ({ file, reason }) => ({ entry: await readJsonFile(file), reason }),
    report: (entry: WatchlistEntryView) => `Entry ${printable(entry.id)} (${printable(nameOf(entry))}) is on the list.`,
    notes:
      '\nThe file has an entry, such as\n  {"schema": "Person", "names": ["Viktor Orlan"], "topics": ["crime"]}\n' +
      'The schema is Person, Company, Vessel, Aircraft, Wallet or Other. An aircraft and a wallet are found only by their\n' +
      'identifiers, such as {"type": "aircraft tail number", "value": "G-ABCD"}.',
  }),
  command({
    usage: 'delete-entry <entry>',
    summary: "remove an entry from a tenant's own list, by its id; alerts that it raised remain",
    example: 'internal-17 --reason "another person"',
    path: 'tenants/{tenant}/watchlist-entries/{entry}',
    options: DECISION,
    run: async ({ entry, reason }, { backOffice, path, answer }) => {
      await backOffice.delete(`${path}?${new URLSearchParams({ reason }).toString()}`);
      answer({ entry_id: entry }, `Entry ${printable(entry)} is removed.`);
    },
  }),
];
