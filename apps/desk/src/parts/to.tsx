import { Anchor } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';

type Page = 'alerts' | 'customers' | 'cases' | 'proposals';

/** A link to one alert, customer, case or proposal of the tenant. */
export function To({ page, id, children }: { page: Page; id: string; children: ReactNode }) {
  const { tenant } = useParams({ strict: false }) as { tenant: string };
  return (
    <Anchor component={Link} to={`/${tenant}/${page}/${id}`} size="sm">
      {children}
    </Anchor>
  );
}
