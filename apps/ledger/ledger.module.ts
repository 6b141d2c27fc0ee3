import { setTimeout } from 'node:timers/promises';
import { type DynamicModule, Module } from '@nestjs/common';
import { AggregateStore } from '@probity/event-store/aggregate-store';
import { EventStore } from '@probity/event-store/event-store';
import { RebuildProjections } from '@probity/event-store/rebuild/rebuild-projections';
import { Database } from '@probity/persistence/database';
import type { Logger } from '@probity/platform/logging';
import type { Metrics } from '@probity/platform/metrics';
import { Sealer } from '@probity/platform/sealing';
import { LedgerQueries } from '@probity/read-side/ledger/ledger-queries';
import { TenantQueries } from '@probity/read-side/tenants/tenant-queries';
import { LOGGER } from '@probity/platform/logger.token';
import { MaintenanceDatabase } from './maintenance-database';
import { OpenAccountHandler } from './accounts/open-account.handler';
import { SetAccountActiveHandler } from './accounts/set-account-active.handler';
import { BundleHeaders } from './bundles/bundle-headers';
import { ReadBundleHandler } from './bundles/read-bundle.handler';
import { TakeOver } from './commits/take-over';
import { TreeNodes } from './commits/tree-nodes';
import { CreateLedgerHandler } from './ledgers/create-ledger.handler';
import { PostTransactionHandler } from './posting/post-transaction.handler';
import { LedgerQuotas } from './quotas/ledger-quotas';
import { LedgerAudit } from './audit/ledger-audit';
import { ReplaceSigningKeyHandler } from './signing/replace-signing-key.handler';
import { ReceiptsHandler } from './receipts/receipts.handler';
import { ReadTileHandler } from './receipts/read-tile.handler';
import { SignedTrees } from './receipts/signed-trees';
import { RebuildProjectionsHandler } from './rebuild/rebuild-projections.handler';
import { VerifyAuditHandler } from './audit/verify-audit.handler';
import { VerifyProjectionsHandler } from './rebuild/verify-projections.handler';
import { SigningKeys } from './signing/signing-keys';
import { systemClock } from '@probity/platform/clock';
import { TimeSource } from '@probity/platform/time-source';
import { VerifyLedgerHandler } from './verification/verify-ledger.handler';
import { VerifyTransactionHandler } from './verification/verify-transaction.handler';
import { LedgerLoader } from './writer/ledger-loader';
import { LedgerWriters } from './writer/ledger-writers';

/** The dependencies of the ledger service. */
export interface LedgerDependencies {
  database: Database;
  /** for verifications and rebuilds, whose statements may take minutes */
  maintenance: Database;
  events: EventStore;
  rebuild: RebuildProjections;
  sealer: Sealer;
  logger: Logger;
  metrics: Metrics;
}

/** The ledger service: only it writes ledgers, and only it has signing keys. */
@Module({})
export class LedgerModule {
  static with({ database, maintenance, events, rebuild, sealer, logger, metrics }: LedgerDependencies): DynamicModule {
    const queries = new LedgerQueries(database);
    const store = new AggregateStore(events, database);
    const signingKeys = new SigningKeys(database, sealer, store, logger);
    const nodes = new TreeNodes(maintenance, logger);
    const takeOver = new TakeOver(maintenance, events, signingKeys, systemClock);
    const audit = new LedgerAudit({ events, database: maintenance, logger }, signingKeys, systemClock);
    const trees = new SignedTrees(database, events, setTimeout);
    const loader = new LedgerLoader(database, events, signingKeys, takeOver);
    return {
      module: LedgerModule,
      controllers: [
        CreateLedgerHandler,
        OpenAccountHandler,
        SetAccountActiveHandler,
        PostTransactionHandler,
        ReplaceSigningKeyHandler,
        VerifyTransactionHandler,
        VerifyLedgerHandler,
        RebuildProjectionsHandler,
        VerifyAuditHandler,
        VerifyProjectionsHandler,
        ReceiptsHandler,
        ReadBundleHandler,
        ReadTileHandler,
      ],
      providers: [
        LedgerQuotas,
        TimeSource,
        { provide: Database, useValue: database },
        { provide: MaintenanceDatabase, useValue: maintenance },
        { provide: EventStore, useValue: events },
        { provide: AggregateStore, useValue: store },
        { provide: RebuildProjections, useValue: rebuild },
        { provide: SigningKeys, useValue: signingKeys },
        { provide: LOGGER, useValue: logger },
        { provide: LedgerQueries, useValue: queries },
        { provide: TenantQueries, useValue: new TenantQueries(database) },
        { provide: LedgerLoader, useValue: loader },
        { provide: TreeNodes, useValue: nodes },
        { provide: TakeOver, useValue: takeOver },
        { provide: LedgerAudit, useValue: audit },
        { provide: SignedTrees, useValue: trees },
        { provide: BundleHeaders, useValue: new BundleHeaders(database, events, trees) },
        { provide: LedgerWriters, useValue: new LedgerWriters(events, loader, queries, logger, metrics, nodes) },
      ],
    };
  }
}
