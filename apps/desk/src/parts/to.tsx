import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTenant } from './use-tenant';

export type Page =
  | 'alerts'
  | 'customers'
  | 'cases'
  | 'reports'
  | 'proposals'
  | 'rules'
  | 'groups'
  | 'ledgers'
  | 'postings'
  | 'webhooks'
  | 'deliveries'
  | 'events';

/** A link to one thing of the tenant that has a page. */
export function To({ page, id, children }: { page: Page; id: string; children: ReactNode }) {
  const tenant = useTenant();
  return (
    <Anchor component={Link} to={`/${tenant}/${page}/${id}`} size="sm">
      {children}
    </Anchor>
  );
}
