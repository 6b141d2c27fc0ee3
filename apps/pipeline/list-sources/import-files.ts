import { createReadStream } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Officer, SYSTEM } from '@probity/contracts/staff/officer';
import type { ImportResult } from '@probity/contracts/watchlists/views';
import { Refusal } from '@probity/platform/errors';
import { batches } from '@probity/watchlists/batches';
import { importId } from '@probity/watchlists/import-id';
import type { FileChunks, Importer } from '@probity/watchlists/importer';
import { readImportedEntries } from '../watchlists/imported-entry';
import type { Imports } from '../watchlists/imports';
import { ClaimLost, FetchFailure, PipelineStopping } from './fetch-failure';

/** Imports that no officer makes. */
const PROBITY: Officer = { officer: 'Probity', officer_id: SYSTEM };
/** Small, because an event of a customer waits while a piece or a batch is read. */
const PIECE_BYTES = 16 * 1024;
/** The states of an import of which all entries were staged. */
const STAGED = new Set<string>(['sealed', 'refused', 'finished']);
const BATCH = { entries: 50, bytes: 240 * 1024 };

export interface FilesToImport {
  list: string;
  importer: Importer;
  /** the version of the list before */
  version: number;
  /** `READER_VERSION` of the importers */
  reader: number;
  /** path by role */
  paths: Record<string, string>;
  /** the SHA-256 of each file in hex, by role */
  digests: Record<string, string>;
  reason: string;
}

/**
 * Imports files as the new current version of a list, as `probity watchlist import` does. Other work of the process gets
 * its turn between the pieces of the files and between the batches of entries.
 *
 * Guarantees: the list changes as a whole, or not at all. A repetition with the same files continues an import that was
 * interrupted. An import of files that cannot be read keeps no other import waiting.
 *
 * @param signal ends the work; if the pipeline is stopping, the import can continue later
 * @param isClaimed whether this process may still import the list; asked before the list changes, and before an import is
 *   given up, because the next process imports the same files under the same id
 * @throws NotThisFormat, BrokenFile; Refusal such as `too_many_removed` and `import_running`; FetchFailure `empty_list`;
 *   ClaimLost
 */
export async function importFiles(
  imports: Imports,
  files: FilesToImport,
  signal: AbortSignal,
  isClaimed: () => Promise<boolean>,
): Promise<ImportResult> {
  const { list, importer, version, reader, digests, reason } = files;
  const id = importId({ list, format: importer.format, version, reader, digests });
  const reported = { skipped: 0, malformed: 0, odd: 0 };
  let hasBegun = false;
  let isStaged = false;
  try {
    for await (const batch of batches(entriesOf(files, signal, reported), BATCH)) {
      signal.throwIfAborted();
      if (!hasBegun) await imports.begin(list, id, importer.format, PROBITY.officer);
      hasBegun = true;
      if (!isStaged) isStaged = await stage(imports, list, id, batch);
      await nextTurn();
    }
    if (!hasBegun) throw new FetchFailure('empty_list', 'the files contain no entries. No changes were made.');
    if (!(await isClaimed())) throw new ClaimLost();
  } catch (error) {
    const continues = signal.reason instanceof PipelineStopping;
    const isOfOthers = isNotOpen(error) || error instanceof ClaimLost || signal.reason instanceof ClaimLost;
    // If it cannot be given up, it ends when it has had no entries for ten minutes.
    if (hasBegun && !continues && !isOfOthers && (await isClaimed().catch(() => false))) {
      await imports.giveUp(list, id).catch(() => undefined);
    }
    throw error;
  }
  return imports.finish(list, id, { ...PROBITY, reason, ...reported }, false);
}

/**
 * Returns whether the import takes no more entries: all were staged before, and only the finish is missing.
 *
 * @throws Refusal `import_not_open` when it was given up meanwhile; another one under this id may have begun, and a finish
 *   would make its first entries the list
 */
async function stage(imports: Imports, list: string, id: string, batch: object[]): Promise<boolean> {
  try {
    await imports.stage(list, id, readImportedEntries(list, batch));
    return false;
  } catch (error) {
    if (isNotOpen(error) && STAGED.has((await imports.status(list, id)) ?? 'gone')) return true;
    throw error;
  }
}

const isNotOpen = (error: unknown): boolean => error instanceof Refusal && error.code === 'import_not_open';

async function* entriesOf(
  { importer, paths, list }: FilesToImport,
  signal: AbortSignal,
  reported: Record<'skipped' | 'malformed' | 'odd', number>,
): AsyncGenerator<object> {
  const chunks = async function* (path: string): FileChunks {
    for await (const chunk of createReadStream(path, { highWaterMark: PIECE_BYTES })) {
      signal.throwIfAborted();
      yield chunk as Buffer;
      await nextTurn();
    }
  };
  const content = Object.fromEntries(Object.entries(paths).map(([role, path]) => [role, chunks(path)]));
  for await (const { list: _list, ...entry } of importer.read(content, list, ({ kind }) => reported[kind]++)) {
    yield entry;
  }
}
