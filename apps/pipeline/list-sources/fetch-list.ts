import { join } from 'node:path';
import type { GivenSourceFile } from '@probity/contracts/list-sources/commands';
import type { FetchedFile } from '@probity/contracts/list-sources/views';
import { sharedListStream } from '@probity/contracts/watchlists/events';
import type { Database } from '@probity/persistence/database';
import type { Sealer } from '@probity/platform/sealing';
import type { Importer } from '@probity/watchlists/importer';
import { READER_VERSION } from '@probity/watchlists/reader-version';
import type { Imports } from '../watchlists/imports';
import { importerOf } from './check-source';
import { refuseOther } from './checksum';
import type { Downloads } from './downloads';
import { FetchFailure } from './fetch-failure';
import { type Baseline, type ClaimedSource, type Fetched, keep, type Validators } from './fetch-queue';
import { type GenuineSources, refuseForged } from './genuine-sources';
import { importFiles } from './import-files';
import { openQueries, withQueries } from './sealed-queries';
import type { TemporaryFolders } from './temporary-folders';

/** For all files of a list together: 2 GiB at 10 Mbit/s need almost half an hour. */
const TRANSFER_MS = 30 * 60_000;
const VERSION = 'SELECT version FROM pipeline.watchlists WHERE stream = $1';

export interface FetchParts {
  database: Database;
  imports: Imports;
  sealer: Sealer;
  genuine: GenuineSources;
  downloads: Pick<Downloads, 'file' | 'text'>;
  folders: TemporaryFolders;
  /** how long the transfer of all files may take */
  transferMs?: number;
}

/** A file that was received, with what its server said about its version. */
type Received = FetchedFile & Validators;

/**
 * Fetches a list that this process has claimed: downloads its files, and imports them if they are not those of the last
 * successful fetch.
 *
 * Not guaranteed: that the files of a list are from the same moment. They are downloaded one after the other, and the
 * next fetch corrects a mixture.
 *
 * @param until ends the work with its reason
 * @throws FetchFailure, and what `importFiles` throws
 */
export async function fetchList(parts: FetchParts, claimed: ClaimedSource, until: AbortSignal): Promise<Fetched> {
  const { list, format, sealed_queries } = claimed;
  const importer = await importerOf(format);
  if (!importer) throw new FetchFailure('unknown_format', `this version of Probity does not read the format ${format}`);
  await refuseForged(parts.genuine, claimed);
  const files = withQueries(
    claimed.files,
    sealed_queries ? openQueries(parts.sealer, list, sealed_queries) : undefined,
  );
  const { rows } = await parts.database.query<{ version: number }>(VERSION, [sharedListStream(list)]);
  const version = rows[0]?.version ?? 0;
  const known = usable(claimed, version);
  return parts.folders.with(async (folder) => {
    const transfer = new Transfer(parts, claimed.max_bytes, folder);
    const received = await transfer.run(files, known, until);
    if (!received) return { result: 'unchanged', bytes: 0, baseline: known! };
    const next = { source: claimed.version, reader: READER_VERSION, files: received };
    const bytes = received.reduce((sum, file) => sum + file.bytes, 0);
    if (known && isSame(known.files, received)) {
      return { result: 'unchanged', bytes, baseline: { ...next, list: version } };
    }
    const result = await importReceived(parts, claimed, { importer, version, received, folder, files }, until);
    const isNew = result.version > version;
    return { result: isNew ? 'imported' : 'unchanged', bytes, baseline: { ...next, list: result.version } };
  });
}

/** The last successful fetch, if its files would be read into the version of the list that applies now. */
function usable({ version: source, baseline }: ClaimedSource, list: number): Baseline | undefined {
  const isUsable = baseline?.source === source && baseline.reader === READER_VERSION && baseline.list === list;
  return isUsable ? baseline : undefined;
}

const isSame = (before: FetchedFile[], now: FetchedFile[]): boolean =>
  before.length === now.length &&
  now.every(({ role, sha256 }) => before.some((file) => file.role === role && file.sha256 === sha256));

const pathOf = (folder: string, role: string): string => join(folder, role);

function importReceived(
  { imports, database }: FetchParts,
  claimed: ClaimedSource,
  read: { importer: Importer; version: number; received: Received[]; folder: string; files: GivenSourceFile[] },
  until: AbortSignal,
) {
  const { importer, version, received, folder, files } = read;
  const hosts = [...new Set(files.map(({ url }) => new URL(url).host))];
  const order = {
    list: claimed.list,
    importer,
    version,
    reader: READER_VERSION,
    paths: Object.fromEntries(received.map(({ role }) => [role, pathOf(folder, role)])),
    digests: Object.fromEntries(received.map(({ role, sha256 }) => [role, sha256])),
    reason: `fetched from ${hosts.join(', ')}`,
  };
  return importFiles(imports, order, until, () => keep(database, claimed));
}

/** The transfer of all files of one list into a folder. */
class Transfer {
  constructor(
    private readonly parts: FetchParts,
    private readonly maxBytes: number,
    private readonly folder: string,
  ) {}

  /**
   * Downloads the files; undefined when every server has the known version of its file. If only some have, those are
   * downloaded, too, because all files are read together.
   */
  async run(
    files: GivenSourceFile[],
    known: Baseline | undefined,
    until: AbortSignal,
  ): Promise<Received[] | undefined> {
    const late = new AbortController();
    const { transferMs = TRANSFER_MS } = this.parts;
    const message = `the transfer of the files took longer than ${Math.round(transferMs / 60_000)} minutes`;
    const timer = setTimeout(() => late.abort(new FetchFailure('timeout', message)), transferMs);
    const signal = AbortSignal.any([until, late.signal]);
    try {
      const received = new Map<string, Received>();
      const unchanged: GivenSourceFile[] = [];
      for (const file of files) {
        const before = known?.files.find(({ role }) => role === file.role);
        const now = await this.download(file, before, signal);
        if (now) received.set(file.role, now);
        else unchanged.push(file);
      }
      if (received.size === 0) return undefined;
      for (const file of unchanged) received.set(file.role, (await this.download(file, undefined, signal))!);
      return files.map(({ role }) => received.get(role)!);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Undefined when the server has the known version. */
  private async download(
    { role, url, sha256_url }: GivenSourceFile,
    known: Validators | undefined,
    signal: AbortSignal,
  ): Promise<Received | undefined> {
    const place = { url, path: pathOf(this.folder, role), maxBytes: this.maxBytes };
    const file = { ...place, hasChecksum: sha256_url !== undefined, ...(known && { known }) };
    const found = await this.parts.downloads.file(file, signal);
    if (found.unchanged) return undefined;
    const { unchanged: _unchanged, ...received } = found;
    if (sha256_url !== undefined) {
      const text = await this.parts.downloads.text(sha256_url, signal);
      refuseOther(text, new URL(sha256_url).host, { role, url, sha256: received.sha256 });
    }
    if (received.bytes === 0) {
      throw new FetchFailure(
        'empty_file',
        `the file "${role}" at ${new URL(url).host} is empty. No changes were made.`,
      );
    }
    return { role, ...received };
  }
}
