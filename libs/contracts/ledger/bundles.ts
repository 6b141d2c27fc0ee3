import Type from 'typebox';
import { nullable } from '../fields';
import { view } from '../declaration/view';

/** Where a page of a bundle ended: `<revision of the last event of the bundle>-<revision of the last event before>`. */
export const BUNDLE_PLACE = /^(0|[1-9][0-9]{0,14})-(0|[1-9][0-9]{0,14})$/;
export const EXAMPLE_BUNDLE_PLACE = '1045021-449';

export const BundlePage = view(
  'BundlePage',
  Type.Object({
    lines: Type.Array(Type.String(), {
      description: 'the next lines of the bundle; in the file, a line feed follows each of them',
    }),
    revision: Type.Integer({ minimum: 0, description: 'of the last event that was read' }),
    last_revision: Type.Integer({ minimum: 0, description: 'of the last event of the bundle' }),
    next: nullable(Type.String(), { description: '`after` of the next page; null when the bundle is complete' }),
  }),
  {
    description:
      'A part of the bundle of a ledger. The first page has the header. All pages are about the checkpoint in the header: ' +
      'later transactions are not in them.',
    example: {
      lines: ['{"format":"probity-ledger-bundle","version":1}'],
      revision: 449,
      last_revision: 1_045_021,
      next: EXAMPLE_BUNDLE_PLACE,
    },
  },
);
