import { UsageError } from '../errors';

/**
 * Builds a path of the API, such as `tenants/bank/api-keys`, from its segments.
 *
 * @throws UsageError for a segment that would lead to another path
 */
export function apiPath(...segments: string[]): string {
  return segments
    .map((segment) => {
      if (segment === '' || segment === '.' || segment === '..') {
        throw new UsageError(`"${segment}" is not a valid slug or id`);
      }
      return encodeURIComponent(segment);
    })
    .join('/');
}
