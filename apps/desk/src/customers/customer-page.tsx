import { Alert, Anchor, Group, List, Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import type { Schemas } from '../api/client';
import { useCommands } from '../keys/commands';
import { Word } from '../parts/badges';
import { Loaded } from '../parts/loaded';
import { DecideIdentity } from './decide-identity';
import { CUSTOMER_PARTS, type CustomerPartFilters } from './filters';
import { Overview } from './overview';
import { riskViewQuery } from './queries';

type RiskView = Schemas['RiskView'];

const TimelinePart = lazy(async () => ({ default: (await import('./timeline-part')).TimelinePart }));
const TransactionsPart = lazy(async () => ({ default: (await import('./transactions-part')).TransactionsPart }));
const NetworkPart = lazy(async () => ({ default: (await import('./network-part')).NetworkPart }));

const LABELS = { overview: 'Overview', timeline: 'Timeline', transactions: 'Transactions', network: 'Network' };

/** A customer: its risk view, what happened to it, its transactions, and with whom it has them. */
export function CustomerPage() {
  const { tenant, id } = useParams({ from: '/$tenant/customers/$id' });
  // Another customer is another page: no text of the one before it stays.
  return <OneCustomer key={id} tenant={tenant} id={id} />;
}

function OneCustomer({ tenant, id }: { tenant: string; id: string }) {
  const filters = useSearch({ from: '/$tenant/customers/$id' });
  const { part = 'overview' } = filters;
  const navigate = useNavigate({ from: '/$tenant/customers/$id' });
  const view = useQuery(riskViewQuery(tenant, id));
  const filter = (change: CustomerPartFilters) =>
    void navigate({ search: (old) => ({ ...old, ...change }), replace: true });
  useCommands(
    CUSTOMER_PARTS.map((each, index) => ({
      keys: String(index + 1),
      label: `Customer: ${LABELS[each].toLowerCase()}`,
      run: () => void navigate({ search: { part: each } }),
    })),
  );
  return (
    <Loaded query={view}>
      {(risk) => (
        <Stack>
          <Heading view={risk} tenant={tenant} />
          <Group component="nav" aria-label="Parts of the customer" gap="md">
            {CUSTOMER_PARTS.map((each) => (
              <Anchor
                key={each}
                renderRoot={(props) => (
                  <Link to="/$tenant/customers/$id" params={{ tenant, id }} search={{ part: each }} {...props} />
                )}
                size="sm"
                fw={each === part ? 700 : 400}
                underline={each === part ? 'always' : 'hover'}
                aria-current={each === part ? 'page' : undefined}
              >
                {LABELS[each]}
              </Anchor>
            ))}
          </Group>
          <Suspense>
            {part === 'overview' && <Overview tenant={tenant} id={id} risk={risk} />}
            {part === 'timeline' && <TimelinePart tenant={tenant} id={id} kind={filters.kind} filter={filter} />}
            {part === 'transactions' && <TransactionsPart tenant={tenant} id={id} filters={filters} filter={filter} />}
            {part === 'network' && <NetworkPart tenant={tenant} id={id} customer={risk.customer} />}
          </Suspense>
        </Stack>
      )}
    </Loaded>
  );
}

function Heading({ view, tenant }: { view: RiskView; tenant: string }) {
  const { customer, risk, is_sanctioned, requires_edd, edd_reasons } = view;
  return (
    <>
      <Group gap="xs">
        <Title order={1} size="h3" className="foreign" dir="auto">
          {customer.full_name ?? customer.business_name ?? customer.email}
        </Title>
        <Word of="risk" word={risk.rating} />
        <Word of="identity" word={customer.kyc_status} />
        <DecideIdentity tenant={tenant} customer={customer} />
      </Group>
      {is_sanctioned && (
        <Alert color="red.9" variant="filled" title="Sanctioned">
          A match with a sanctions list is confirmed.
        </Alert>
      )}
      {requires_edd && (
        <Alert variant="default" title="Enhanced due diligence">
          <List size="sm">
            {edd_reasons.map((reason) => (
              <List.Item key={reason} className="foreign">
                {withoutCode(reason)}
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
    </>
  );
}

/** A reason begins with its code, for programs: `rating: the rating is high`. */
const withoutCode = (reason: string): string => reason.replace(/^\w+: /, '').replaceAll('_', ' ');
