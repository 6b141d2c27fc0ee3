import type { Provider } from '@nestjs/common';
import type { AggregateStore } from '@probity/event-store/aggregate-store';
import type { NoticeBoard } from '@probity/notices/notice-board';
import type { Database } from '@probity/persistence/database';
import type { Logger } from '@probity/platform/logging';
import type { Metrics } from '@probity/platform/metrics';
import type { Sealer } from '@probity/platform/sealing';
import type { TimeSource } from '@probity/platform/time-source';
import { dnsResolver } from '@probity/targets/dns-resolver';
import type { Actions } from '@probity/read-side/audit/actions';
import type { TargetPolicy } from '@probity/targets/target-policy';
import type { Imports } from '../watchlists/imports';
import { Downloads } from './downloads';
import { genuineSources } from './genuine-sources';
import { ListFetcher } from './list-fetcher';
import { ListNotices } from './list-notices';
import { Sources } from './sources';
import { TemporaryFolders } from './temporary-folders';

export interface ListSourceDependencies {
  database: Database;
  store: AggregateStore;
  actions: Actions;
  imports: Imports;
  board: NoticeBoard;
  sealer: Sealer;
  /** addresses from which lists may be fetched: those at which providers may be called */
  targets: TargetPolicy;
  time: TimeSource;
  metrics: Metrics;
  logger: Logger;
}

/** The parts of the pipeline that fetch shared lists. */
export function listSourceParts(dependencies: ListSourceDependencies): Provider[] {
  const { database, store, actions, imports, board, sealer, targets, time, metrics, logger } = dependencies;
  const fetcher = new ListFetcher({
    database,
    imports,
    sealer,
    genuine: genuineSources(database, store),
    downloads: new Downloads({ policy: targets, resolve: dnsResolver() }),
    folders: new TemporaryFolders(),
    notices: new ListNotices(database, board, logger, time.now),
    metrics,
    logger,
    now: time.now,
  });
  return [
    { provide: Sources, useValue: new Sources(database, store, actions, sealer, targets, time) },
    { provide: ListFetcher, useValue: fetcher },
  ];
}
