import { OptionalDay } from '../times/day';

export class InsightsPeriod {
  @OptionalDay('the first day; default 29 days before the last')
  from?: string;

  @OptionalDay('the last day; default today')
  to?: string;
}
