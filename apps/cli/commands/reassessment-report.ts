import { count } from '../output/count';
import { facts } from '../output/table';

/** The progress of scoring all customers, as the back office reports it. */
export interface Reassessment {
  done: boolean;
  customers: number;
  rating_changed: number;
  failed: number;
  failures: { customer_id: string; message: string }[];
}

export const reassessmentProgress = ({ customers, rating_changed }: Reassessment): string =>
  `scored ${count(customers, 'customer', 'customers')}, ${rating_changed.toLocaleString('en-US')} with a new rating`;

export function reassessmentReport({ customers, rating_changed, failed, failures }: Reassessment): string {
  const done =
    `Scored ${count(customers, 'customer', 'customers')} again; ` +
    `${count(rating_changed, 'rating', 'ratings')} changed.`;
  if (failed === 0) return done;
  const which = facts(failures.map(({ customer_id, message }) => [customer_id, message]));
  return `${done}\n\nCould not score ${count(failed, 'customer', 'customers')}:\n${which}`;
}
