import { BooksController } from './books.controller';
import { BundlesController } from './bundles.controller';
import { CheckpointsController } from './checkpoints.controller';
import { LedgersController } from './ledgers.controller';
import { PostingsController } from './postings.controller';
import { SigningKeyController } from './signing-key.controller';

/** The routes about the ledgers of a tenant. */
export const LEDGER_CONTROLLERS = [
  LedgersController,
  BundlesController,
  BooksController,
  CheckpointsController,
  SigningKeyController,
  PostingsController,
];
