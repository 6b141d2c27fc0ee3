import type { RecordedEvent } from '@probity/event-store/event-store';
import { isStorableText, isTimestamp } from '@probity/persistence/storable';
import { isObject } from '@probity/platform/is-object';
import { isUuid } from '@probity/platform/ids';

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
/** Of 32 bytes. */
const PUBLIC_KEY = /^[A-Za-z0-9+/]{43}=$/;
/** A sealed key has about 150 characters. */
const MAX_SEALED = 10_000;

/**
 * Whether an event about the key of a log has the form in which the notary writes it. Whether it says the truth, the sealed
 * form proves.
 */
export function isKeyEvent({ type, data }: RecordedEvent): boolean {
  if (!isObject(data) || !isStorableText(data.log) || !isUuid(data.key_id) || !isSealed(data.sealed)) return false;
  if (type === 'CheckpointKeyResealed') return true;
  if (typeof data.public_key !== 'string' || !PUBLIC_KEY.test(data.public_key)) return false;
  if (type === 'CheckpointKeyCreated') return isTimestamp(data.created_at);
  return isUuid(data.replaces) && isTimestamp(data.both_until) && isTimestamp(data.replaced_at);
}

const isSealed = (value: unknown): boolean =>
  isStorableText(value) && value.length > 0 && value.length <= MAX_SEALED && BASE64.test(value);
