import { type DynamicModule, Module } from '@nestjs/common';
import { CommandBus } from '@probity/messaging/command-bus';
import type { Database } from '@probity/persistence/database';
import { LedgerQueries } from '@probity/read-side/ledger/ledger-queries';
import { TenantQueries } from '@probity/read-side/tenants/tenant-queries';
import { AccountsController } from './accounts/accounts.controller';
import { ApiKeyLookup } from './auth/api-key-lookup';
import { CurrenciesController } from './currencies/currencies.controller';
import { LedgersController } from './ledgers/ledgers.controller';
import { PostingsController } from './postings/postings.controller';
import { TransactionsController } from './postings/transactions.controller';

/** The REST API of the interface: reads projections, sends commands, owns nothing. */
@Module({})
export class GatewayModule {
  static with(database: Database, commands: CommandBus): DynamicModule {
    return {
      module: GatewayModule,
      controllers: [
        CurrenciesController,
        LedgersController,
        AccountsController,
        PostingsController,
        TransactionsController,
      ],
      providers: [
        ApiKeyLookup,
        { provide: CommandBus, useValue: commands },
        { provide: LedgerQueries, useValue: new LedgerQueries(database) },
        { provide: TenantQueries, useValue: new TenantQueries(database) },
      ],
    };
  }
}
