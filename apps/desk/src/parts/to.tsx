import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTenant } from './use-tenant';

export type Page = 'alerts' | 'customers' | 'cases' | 'proposals' | 'rules';

/** A link to one alert, customer, case, proposal or rule of the tenant. */
export function To({ page, id, children }: { page: Page; id: string; children: ReactNode }) {
  const tenant = useTenant();
  return (
    <Anchor component={Link} to={`/${tenant}/${page}/${id}`} size="sm">
      {children}
    </Anchor>
  );
}
