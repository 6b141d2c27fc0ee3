import type { DocumentedRefusal } from '@probity/platform/http/documentation/api-route';
import type { TimelineKind } from '@probity/contracts/customers/timeline';
import { TIMELINE_KINDS } from '@probity/contracts/customers/timeline';
import { DIRECTIONS, type Direction } from '@probity/contracts/customers/transactions';
import { EXAMPLE_CURSOR } from '@probity/contracts/examples';
import { AmountError, parseAmount } from '@probity/monitoring/amount';
import { OptionalChoice } from '@probity/platform/http/fields/choice';
import { OptionalField } from '@probity/platform/http/fields/field';
import { WholeNumber } from '@probity/platform/http/fields/number';
import { rule } from '@probity/platform/http/fields/rule';
import { NonBlankText } from '@probity/platform/http/fields/text';
import { MAX_LIMIT } from '@probity/platform/http/page.dto';
import { PLACE } from '@probity/read-side/keyset';
import { OptionalDay } from '../times/day';

const MAX_NAME = 255;
const LIMIT = `limit must be a whole number from 1 to ${MAX_LIMIT}`;

/** What the form of a place does not say. For routes with `AfterPlaceQuery`. */
export const WRONG_PLACE: DocumentedRefusal = {
  code: 'invalid_field',
  message: 'before must be the next of a page that was read before',
  when: 'before is not the `next` of a page',
};

/** The page of a list that goes on at a place instead of a number. */
export class AfterPlaceQuery {
  @WholeNumber(1, MAX_LIMIT, { default: 20, example: 20 }, LIMIT)
  limit: number = 20;

  @OptionalField(
    { type: 'string', pattern: PLACE.source, example: EXAMPLE_CURSOR, description: '`next` of the page before' },
    rule('isPlace', (value, field) =>
      typeof value === 'string' && PLACE.test(value) && !Number.isNaN(Date.parse(value.slice(0, value.indexOf('~'))))
        ? undefined
        : `${field} must be the next of a page that was read before`,
    ),
  )
  before?: string;
}

/** An amount in major units as text, zero or more. */
const OptionalAmount = (description: string): PropertyDecorator =>
  OptionalField(
    { type: 'string', example: '10000.00', description },
    rule('isAmount', (value, field) => {
      try {
        return typeof value === 'string' && parseAmount(value) >= 0n ? undefined : `${field} must be zero or more`;
      } catch (error) {
        if (error instanceof AmountError) return `${field} ${error.message}`;
        throw error;
      }
    }),
  );

const COMPARED = 'in the reference currency; where there was no rate, in the currency of the transaction';

export class TimelineQuery extends AfterPlaceQuery {
  @OptionalField(
    {
      type: 'string',
      example: 'alert,decision',
      description: `only these kinds, separated by commas: ${TIMELINE_KINDS.join(', ')}`,
    },
    rule('isKinds', (value, field) =>
      typeof value === 'string' &&
      value.split(',').every((kind) => (TIMELINE_KINDS as readonly string[]).includes(kind))
        ? undefined
        : `${field} must be one or more of ${TIMELINE_KINDS.join(', ')}, separated by commas`,
    ),
  )
  kinds?: string;
}

/** The kinds that a query names; undefined for all. */
export const kindsOf = ({ kinds }: TimelineQuery): TimelineKind[] | undefined =>
  kinds === undefined || kinds === null ? undefined : [...new Set(kinds.split(',') as TimelineKind[])];

export class TransactionsQuery extends AfterPlaceQuery {
  @OptionalChoice(DIRECTIONS)
  direction?: Direction;

  @NonBlankText(MAX_NAME, {
    example: 'Northwind Traders Ltd',
    description: 'only with this counterparty: its account, or its whole name, regardless of case and spaces',
  })
  counterparty?: string;

  @OptionalAmount(`only of this amount or more, ${COMPARED}`)
  min_amount?: string;

  @OptionalAmount(`only of this amount or less, ${COMPARED}`)
  max_amount?: string;

  @OptionalDay('only on this day or later')
  from?: string;

  @OptionalDay('only on this day or earlier')
  to?: string;
}

const PERIODS = ['day', 'week'] as const;

export class TransactionSumsQuery {
  @OptionalDay('the first day; default 89 days before the last')
  from?: string;

  @OptionalDay('the last day; default today')
  to?: string;

  @OptionalChoice(PERIODS, { description: 'sums by day or by week; default day' })
  by?: (typeof PERIODS)[number];
}
