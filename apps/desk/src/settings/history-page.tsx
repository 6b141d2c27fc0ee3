import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { Loaded } from '../parts/loaded';
import { Rows } from '../parts/rows';
import { When } from '../parts/when';
import { settingsVersionsQuery } from './queries';

/** Every version of the settings of the compliance engines, newest first. */
export function HistoryPage() {
  const { tenant } = useParams({ from: '/$tenant/settings/history' });
  const { page } = useSearch({ from: '/$tenant/settings/history' });
  const navigate = useNavigate({ from: '/$tenant/settings/history' });
  const query = useQuery(settingsVersionsQuery(tenant, page));
  return (
    <Loaded query={query}>
      {(versions) => (
        <Rows
          rows={versions}
          what="version"
          empty="No person has changed the settings yet: the defaults apply."
          idOf={({ version }) => String(version)}
          page={page}
          go={(next) => void navigate({ search: { page: next } })}
          columns={[
            { title: 'Version', width: 90, align: 'right', cell: ({ version }) => version },
            { title: 'Changed', width: 150, cell: ({ changed_at }) => <When at={changed_at} /> },
            { title: 'By', width: 180, cell: ({ officer }) => officer },
            { title: 'Reason', cell: ({ reason }) => reason },
            {
              title: 'Stages',
              width: 260,
              cell: ({ settings: { stages } }) => `${stages.kyc}, ${stages.screening}, ${stages.monitoring}`,
            },
            { title: 'Threshold', width: 100, align: 'right', cell: ({ settings }) => settings.screening.threshold },
          ]}
        />
      )}
    </Loaded>
  );
}
