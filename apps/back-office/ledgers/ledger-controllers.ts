import { BooksController } from './books.controller';
import { BundlesController } from './bundles.controller';
import { CheckpointsController } from './checkpoints.controller';
import { LedgersController } from './ledgers.controller';
import { PostingsController } from './postings.controller';

export const LEDGER_CONTROLLERS = [
  LedgersController,
  BundlesController,
  BooksController,
  PostingsController,
  CheckpointsController,
];
