import { MAX_QUERY_NUMBER } from './dto.pipe';
import { WholeNumber } from './fields/number';

export const MAX_LIMIT = 100;
const LIMIT = `limit must be a whole number from 1 to ${MAX_LIMIT}`;
const OFFSET = `offset must be a whole number from 0 to ${MAX_QUERY_NUMBER}`;

/** The query parameters `limit` and `offset` of every list. */
export class PageQuery {
  @WholeNumber(1, MAX_LIMIT, { default: 20, example: 20 }, LIMIT)
  limit: number = 20;

  @WholeNumber(0, MAX_QUERY_NUMBER, { default: 0, example: 0 }, OFFSET)
  offset: number = 0;
}
