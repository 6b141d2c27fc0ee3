import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Loaded } from '../parts/loaded';
import { Rows } from '../parts/rows';
import { When } from '../parts/when';
import { backlogsQuery } from './queries';

const MOST = 1_000;
const count = (number: number): string => (number >= MOST ? `${MOST.toLocaleString()} or more` : String(number));

/** All tenants, with what waits or failed. Enter opens the settings of a tenant. */
export function Backlogs({ page, go }: { page?: number; go: (page: number) => void }) {
  const navigate = useNavigate();
  const query = useQuery(backlogsQuery(page));
  return (
    <Loaded query={query}>
      {(tenants) => (
        <Rows
          rows={tenants}
          what="tenant"
          empty="There is no tenant yet. Create one with: probity tenant create"
          idOf={({ id }) => id}
          open={({ slug }) => void navigate({ to: '/$tenant/settings/limits', params: { tenant: slug } })}
          page={page}
          go={go}
          columns={[
            {
              title: 'Tenant',
              cell: ({ slug, name }) => (
                <Link to="/$tenant/settings/limits" params={{ tenant: slug }} className="row-link">
                  {`${name} (${slug})`}
                </Link>
              ),
            },
            { title: 'Pending events', width: 140, align: 'right', cell: ({ pending }) => count(pending) },
            { title: 'Without customer', width: 140, align: 'right', cell: ({ unresolved }) => count(unresolved) },
            {
              title: 'Dead events',
              width: 120,
              align: 'right',
              cell: ({ dead }) => <span data-overdue={dead > 0 || undefined}>{count(dead)}</span>,
            },
            { title: 'Open notices', width: 120, align: 'right', cell: ({ open_notices }) => count(open_notices) },
            { title: 'Created', width: 140, cell: ({ created_at }) => <When at={created_at} /> },
          ]}
        />
      )}
    </Loaded>
  );
}
