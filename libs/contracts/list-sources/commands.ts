import Type, { type Static } from 'typebox';
import { commandsOf } from '../declaration/command';
import { officer } from '../staff/officer';
import { WATCHLIST_COMMANDS } from '../topics';
import { EVERY_HOURS, MAX_FILE_BYTES, STALE_AFTER_HOURS } from './limits';
import { sourceFields, WatchlistSource } from './views';

const listCommand = commandsOf(WATCHLIST_COMMANDS, 'list');
const decision = { ...officer, reason: Type.String() };

/** A file of a source as an operator gives it: with whole addresses. */
export const GivenSourceFile = Type.Object({
  role: Type.String(),
  url: Type.String(),
  sha256_url: Type.Optional(Type.String()),
});
export type GivenSourceFile = Static<typeof GivenSourceFile>;

/** What the addresses of a source are encrypted for, so that they cannot be used for another list. */
export const sourceContext = (list: string): string => `watchlist-source:${list}`;

const { files: _files, ...readable } = sourceFields;

export const setWatchlistSource = listCommand({
  name: 'pipeline.set-watchlist-source',
  summary: 'Set from which addresses a shared list is fetched, and how often. It replaces the source before it.',
  request: Type.Object({
    ...readable,
    encrypted_files: Type.String({
      description:
        'JSON array of files with role, url and sha256_url, encrypted as encrypted_secrets of configure-provider are, ' +
        'because the query of an address may hold a token; base64',
    }),
    ...decision,
  }),
  reply: WatchlistSource,
  example: {
    request: {
      every_hours: EVERY_HOURS.default,
      stale_after_hours: STALE_AFTER_HOURS.default,
      max_bytes: MAX_FILE_BYTES.default,
      encrypted_files: 'S2Zl0hJ1bq3xXn8oW4rFvQ==',
    },
  },
});

export const removeWatchlistSource = listCommand({
  name: 'pipeline.remove-watchlist-source',
  summary: 'Remove the source of a shared list. The list stays as it is.',
  request: Type.Object({ list: Type.String(), ...decision }),
  reply: Type.Object({ list: Type.String() }),
});

export const fetchWatchlist = listCommand({
  name: 'pipeline.fetch-watchlist',
  summary: 'Fetch a shared list from its source now. The reply does not wait for the fetch.',
  request: Type.Object({ list: Type.String(), ...decision }),
  reply: WatchlistSource,
});
