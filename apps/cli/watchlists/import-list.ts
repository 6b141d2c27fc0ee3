import { createReadStream, statSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { ImportResult } from '@probity/contracts/watchlists/views';
import { type BackOfficeClient, BackOfficeError } from '@probity/platform/http/back-office-client';
import type { WatchlistView } from '@probity/contracts/watchlists/views';
import { batches } from '@probity/watchlists/batches';
import { importId } from '@probity/watchlists/import-id';
import type { FileChunks } from '@probity/watchlists/importer';
import { READER_VERSION } from '@probity/watchlists/reader-version';
import { apiPath } from '../connection/api-path';
import { InputError } from '../errors';
import { fileProblem } from '../files/file-problem';
import type { ChosenFiles } from './choose-files';
import { fileDigests } from './file-digests';
import { inFlight } from './in-flight';
import type { ImportIssues } from './import-issues';

const MAX_AT_ONCE = 4;
const SHOW_EVERY = 200;
const MAX_TRIES = 5;
const RETRY_AFTER_MS = 1_000;
/** A retry after these errors is safe: every request of an import can be repeated. */
const REPEATABLE = ['outcome_unknown', 'unavailable', 'overloaded'];

export interface ImportOrder extends ChosenFiles {
  list: string;
  allowRemoval: boolean;
  reason: string;
}

export interface ImportProgress {
  read: number;
  sent: number;
  /** the part of the files' bytes that is read, from 0 to 1 */
  share: number;
}

/**
 * Imports the files of a list as its new current version.
 *
 * Guarantees: the list changes as a whole after the files are read completely, or not at all. A repeated import
 * continues an interrupted one. An import of files that are already imported changes nothing.
 *
 * @throws InputError `not_this_format`, `broken_file` or `empty_list` when the files cannot be used
 * @throws BackOfficeError when the back office rejects the import, such as a version that lacks too many entries
 */
export async function importList(
  backOffice: Pick<BackOfficeClient, 'get' | 'post'>,
  order: ImportOrder,
  issues: ImportIssues,
  onProgress: (progress: ImportProgress) => void,
): Promise<ImportResult> {
  const { list, importer, files } = order;
  const imports = apiPath('watchlists', list, 'imports');
  const lists = await backOffice.get<WatchlistView[]>('watchlists');
  const version = lists.find((one) => one.list === list)?.version ?? 0;
  const digests = await fileDigests(files);
  const subject = { list, format: importer.format, version, reader: READER_VERSION, digests };
  const body = { format: importer.format, import_id: importId(subject) };
  let importPath = '';
  // an open import keeps others waiting, so it begins after the files turn out to be of the format
  const begin = async (): Promise<void> => {
    const { import_id } = await repeatedly(() => backOffice.post<{ import_id: string }>(imports, body));
    importPath = `${imports}/${import_id}`;
  };

  const progress: ImportProgress = { read: 0, sent: 0, share: 0 };
  const entries = counted(readEntries(order, issues, progress), async () => {
    if (++progress.read === 1) await begin();
    if (progress.read % SHOW_EVERY === 0) onProgress(progress);
  });
  let isComplete = false;
  await inFlight(batches(entries), MAX_AT_ONCE, async (batch) => {
    if (isComplete) return;
    try {
      await repeatedly(() => backOffice.post(`${importPath}/entries`, { entries: batch }));
    } catch (error) {
      if (!(error instanceof BackOfficeError && error.code === 'import_not_open')) throw error;
      isComplete = true; // all entries were sent before; only the finish is missing
    }
    progress.sent += batch.length;
    onProgress(progress);
  });
  if (progress.read === 0) throw new InputError('empty_list', 'the files contain no entries; no changes were made');
  const { skipped, malformed, odd } = issues;
  const finish = { allow_removal: order.allowRemoval, reason: order.reason, skipped, malformed, odd };
  return repeatedly(() => backOffice.post<ImportResult>(`${importPath}/finish`, finish));
}

/** The entries of the files, without the name of the list, which is in the URL. */
async function* readEntries({ importer, files, list }: ImportOrder, issues: ImportIssues, progress: ImportProgress) {
  const sizes = Object.values(files).map((path) => statSync(path).size);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  let bytes = 0;
  const chunks = async function* (path: string): FileChunks {
    for await (const chunk of createReadStream(path)) {
      bytes += (chunk as Buffer).length;
      progress.share = bytes / total;
      yield chunk as Buffer;
    }
  };
  const content = Object.fromEntries(Object.entries(files).map(([role, path]) => [role, chunks(path)]));
  try {
    for await (const { list: _list, ...entry } of importer.read(content, list, (issue) => issues.add(issue)))
      yield entry;
  } catch (error) {
    throw await unusable(error, files);
  }
}

async function* counted<Item>(items: AsyncIterable<Item>, onItem: () => Promise<void>): AsyncGenerator<Item> {
  for await (const item of items) {
    await onItem();
    yield item;
  }
}

/** Replaces the role of a file in the message with the path that the caller gave. */
async function unusable(error: unknown, files: Record<string, string>): Promise<unknown> {
  const { BrokenFile, NotThisFormat } = await import('@probity/watchlists/importer');
  if (error instanceof NotThisFormat) return new InputError('not_this_format', named(error, files));
  if (error instanceof BrokenFile) return new InputError('broken_file', named(error, files));
  const { code, path = 'a file' } = error as NodeJS.ErrnoException;
  return code === undefined ? error : new InputError('file', fileProblem(path, error));
}

const named = ({ file, message }: { file: string; message: string }, files: Record<string, string>): string =>
  `${message.replace(`the file "${file}"`, files[file] ?? file)}; no changes were made`;

async function repeatedly<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 1; ; tries++) {
    try {
      return await ask();
    } catch (error) {
      const isRepeatable = error instanceof BackOfficeError && REPEATABLE.includes(error.code);
      if (!isRepeatable || tries === MAX_TRIES) throw error;
      await delay(RETRY_AFTER_MS);
    }
  }
}
