import { currentCallerAddress } from '@probity/platform/caller-address';
import { currentTrace } from '@probity/platform/trace-context';
import type { EventMetadata } from './event-store';

/** The metadata of an event that the current request causes. Spread the result into a NewEvent. */
export function currentCause(): { metadata?: EventMetadata } {
  const [traceparent, address] = [currentTrace(), currentCallerAddress()];
  if (traceparent === undefined && address === undefined) return {};
  return { metadata: { ...(traceparent !== undefined && { traceparent }), ...(address !== undefined && { address }) } };
}

/** Like `currentCause`, without the address: the chain of a ledger covers its metadata, so nothing there can be erased. */
export function currentCauseOfLedger(): { metadata?: EventMetadata } {
  const traceparent = currentTrace();
  return traceparent === undefined ? {} : { metadata: { traceparent } };
}
