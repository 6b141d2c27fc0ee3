import { Refusal } from '@probity/platform/errors';
import { inLine } from '@probity/platform/in-line';

/** A validation has a thread with up to 128 MiB; a layout takes the main thread for up to a second. */
const LIMITS = { atOnce: 2, waiting: 20, ofEach: 6 };

/** Runs the validation or the layout of a report of a tenant. @throws Refusal `overloaded` when too many wait */
export const documentWork = inLine(
  LIMITS,
  () =>
    new Refusal(
      'overloaded',
      'overloaded',
      'too many reports are checked or written at the same time. No changes were made; retry in a few seconds.',
    ),
);
