import { Link } from '@tanstack/react-router';
import type { AlertFilters } from './filters';

interface AlertsLinkProps {
  tenant: string;
  filters: AlertFilters;
  text: string;
}

/** Leads to the alerts with the filters. */
export const AlertsLink = ({ tenant, filters, text }: AlertsLinkProps) => (
  <Link to="/$tenant/alerts" params={{ tenant }} search={filters} className="inline-link">
    {text}
  </Link>
);

/** A number of alerts that leads to them. */
export function AlertCount({ tenant, count, filters }: Omit<AlertsLinkProps, 'text'> & { count: number }) {
  const text = count.toLocaleString('en-US');
  return count === 0 ? <>{text}</> : <AlertsLink tenant={tenant} filters={filters} text={text} />;
}
