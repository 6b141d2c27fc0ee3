import { OptionalChoice } from '@probity/platform/http/fields/choice';

const INCLUDED = ['receipt'] as const;

/** What the response to a posting has besides the transaction. */
export class PostingQuery {
  @OptionalChoice(INCLUDED, {
    description: 'waits up to about three seconds for the signature, and returns the receipt with the posting',
  })
  include?: (typeof INCLUDED)[number];
}
