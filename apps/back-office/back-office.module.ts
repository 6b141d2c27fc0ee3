import { type DynamicModule, Module } from '@nestjs/common';
import { EventStore } from '@probity/event-store/event-store';
import { CommandBus } from '@probity/messaging/command-bus';
import { Database } from '@probity/persistence/database';
import type { Logger } from '@probity/platform/logging';
import { LedgerQueries } from '@probity/read-side/ledger/ledger-queries';
import { TenantQueries } from '@probity/read-side/tenants/tenant-queries';
import { ApiKeysController } from './api-keys/api-keys.controller';
import { CurrenciesController } from './currencies/currencies.controller';
import { LedgersController } from './ledgers/ledgers.controller';
import { LOGGER } from './logger.token';
import { ProjectionsController } from './projections/projections.controller';
import { RebuildTenants } from './projections/rebuild-tenants';
import { TenantStream } from './tenants/tenant-stream';
import { Tenants } from './tenants/tenants';
import { TenantsController } from './tenants/tenants.controller';

export interface BackOfficeParts {
  database: Database;
  events: EventStore;
  commands: CommandBus;
  logger: Logger;
}

/** The API of staff and operators. It owns tenants, their currencies and their keys. */
@Module({})
export class BackOfficeModule {
  static with({ database, events, commands, logger }: BackOfficeParts): DynamicModule {
    return {
      module: BackOfficeModule,
      controllers: [
        TenantsController,
        CurrenciesController,
        ApiKeysController,
        LedgersController,
        ProjectionsController,
      ],
      providers: [
        Tenants,
        TenantStream,
        RebuildTenants,
        { provide: Database, useValue: database },
        { provide: EventStore, useValue: events },
        { provide: CommandBus, useValue: commands },
        { provide: LOGGER, useValue: logger },
        { provide: LedgerQueries, useValue: new LedgerQueries(database) },
        { provide: TenantQueries, useValue: new TenantQueries(database) },
      ],
    };
  }
}
