import { Group, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { Word } from '../parts/badges';
import { FilterSelect } from '../parts/filter-select';
import { Loaded } from '../parts/loaded';
import { Rows } from '../parts/rows';
import { To } from '../parts/to';
import { When } from '../parts/when';
import { PROPOSAL_STATUSES, type ProposalFilters } from './filters';
import { kindOfAlert, proposalsQuery } from './queries';

/** Changes that wait for a second person, and what came of earlier ones. */
export function ProposalsPage() {
  const { tenant } = useParams({ from: '/$tenant/proposals' });
  const filters = useSearch({ from: '/$tenant/proposals' });
  const navigate = useNavigate({ from: '/$tenant/proposals' });
  const query = useQuery(proposalsQuery(tenant, filters));
  const filter = (change: ProposalFilters) =>
    void navigate({ search: (old) => ({ ...old, page: undefined, ...change }), replace: true });
  return (
    <>
      <Title order={1} size="h3">
        Proposals
      </Title>
      <Group my="sm">
        <FilterSelect
          label="Status"
          values={PROPOSAL_STATUSES}
          value={filters.status}
          empty="pending"
          choose={(status) => filter({ status })}
        />
      </Group>
      <Loaded query={query}>
        {(proposals) => (
          <Rows
            rows={proposals}
            what="proposal"
            idOf={({ id }) => id}
            open={({ id }) => void navigate({ to: '/$tenant/proposals/$id', params: { tenant, id } })}
            page={filters.page}
            go={(page) => void navigate({ search: (old) => ({ ...old, page }) })}
            columns={[
              {
                title: 'Change',
                cell: (proposal) => (
                  <>
                    <To page="proposals" id={proposal.id}>
                      {proposal.summary}
                    </To>
                    <Text size="xs" className="foreign">
                      {[kindOfAlert(proposal), proposal.reason].filter(Boolean).join(': ')}
                    </Text>
                  </>
                ),
              },
              { title: 'Status', width: 110, cell: ({ status }) => <Word word={status} /> },
              { title: 'Proposed by', width: 180, cell: ({ proposer }) => proposer },
              { title: 'Proposed', width: 140, cell: ({ made_at }) => <When at={made_at} /> },
              { title: 'Expires', width: 140, cell: ({ expires_at }) => <When at={expires_at} /> },
            ]}
          />
        )}
      </Loaded>
    </>
  );
}
