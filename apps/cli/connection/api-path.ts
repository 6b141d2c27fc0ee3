import { UsageError } from '../errors';

/**
 * A path of the API, such as `tenants/bank/api-keys`, out of its segments.
 *
 * @throws UsageError for a segment that would lead to another path
 */
export function apiPath(...segments: string[]): string {
  return segments
    .map((segment) => {
      if (segment === '' || segment === '.' || segment === '..') {
        throw new UsageError(`"${segment}" is not the slug or id of anything`);
      }
      return encodeURIComponent(segment);
    })
    .join('/');
}
