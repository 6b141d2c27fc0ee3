import { Button, Card, Group, Select, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { api, changeOf, dataOf, type Schemas } from '../api/client';
import { Word } from '../parts/badges';
import { Facts } from '../parts/facts';
import { History } from '../parts/history';
import { Loaded } from '../parts/loaded';
import { LongText } from '../parts/long-text';
import { MOST_REASON } from '../parts/reason-dialog';
import { PAGE_SIZE } from '../parts/search';
import { tellChange } from '../parts/tell-change';
import { To } from '../parts/to';
import { useUnsaved } from '../parts/use-unsaved';
import { When } from '../parts/when';
import { useMay } from '../session/session';
import { AlertsLink } from '../alerts/alerts-link';
import { alertsQuery } from '../alerts/queries';
import { CaseReports } from '../activity-reports/case-reports';
import { riskViewQuery } from '../customers/queries';
import { FilesCard } from './files-card';
import { caseQuery } from './queries';

const OUTCOMES = ['no_action', 'reported', 'relationship_ended'] as const;
type Case = Schemas['CaseDetail'];

/** A case with its alerts, notes and outcome. */
export function CasePage() {
  const { tenant, id } = useParams({ from: '/$tenant/cases/$id' });
  const may = useMay(tenant);
  const query = useQuery(caseQuery(tenant, id));
  return (
    <Loaded query={query}>
      {(case_) => (
        <Stack>
          <Group gap="xs">
            <Title order={1} size="h3" className="foreign">
              {case_.title}
            </Title>
            <Word word={case_.status} />
            {case_.outcome && <Word word={case_.outcome} />}
          </Group>
          <Card withBorder>
            <AboutCase case_={case_} tenant={tenant} />
          </Card>
          <CaseReports tenant={tenant} case_={case_} />
          <Card withBorder>
            <History entries={case_.entries} />
          </Card>
          <FilesCard tenant={tenant} caseId={id} isOpen={case_.status === 'open'} />
          {case_.status === 'open' && may('work_on_cases') && <AddNote tenant={tenant} id={id} />}
          {case_.status === 'open' && may('decide') && <CloseCase tenant={tenant} case_={case_} />}
        </Stack>
      )}
    </Loaded>
  );
}

function AboutCase({ case_, tenant }: { case_: Case; tenant: string }) {
  const { data: alerts = [] } = useQuery(alertsQuery(tenant, { view: 'all', case_id: case_.id }));
  const { data: view } = useQuery(riskViewQuery(tenant, case_.customer_id));
  const name = view && (view.customer.full_name ?? view.customer.business_name ?? view.customer.email);
  return (
    <Facts
      facts={[
        [
          'customer',
          <To key="customer" page="customers" id={case_.customer_id}>
            {name ?? case_.customer_id}
          </To>,
        ],
        ['reason', case_.reason],
        ['opened by', case_.opened_by],
        ['opened', <When key="opened" at={case_.created_at} />],
        [
          'alerts',
          <div key="alerts">
            {alerts.slice(0, PAGE_SIZE).map(({ id, status, title }) => (
              <Group key={id} gap="xs" wrap="nowrap">
                <Word word={status} />
                <To page="alerts" id={id}>
                  {title}
                </To>
              </Group>
            ))}
            {alerts.length > PAGE_SIZE && (
              <AlertsLink
                tenant={tenant}
                filters={{ case_id: case_.id }}
                text={`all ${case_.alert_ids.length} alerts of the case`}
              />
            )}
          </div>,
        ],
      ]}
    />
  );
}

interface OfCase {
  tenant: string;
  id: string;
}

function AddNote({ tenant, id }: OfCase) {
  const cache = useQueryClient();
  const [text, setText] = useState('');
  useUnsaved(text.trim() !== '');
  const adding = useMutation({
    mutationFn: () =>
      dataOf(
        api.POST('/api/v1/tenants/{slug}/cases/{caseId}/notes', {
          params: { path: { slug: tenant, caseId: id } },
          body: { note: text },
        }),
      ),
    onSuccess: () => {
      setText('');
      void cache.invalidateQueries({ queryKey: ['case', tenant, id] });
    },
  });
  const add = (event: FormEvent) => {
    event.preventDefault();
    adding.mutate();
  };
  return (
    <form onSubmit={add}>
      <LongText label="Note" value={text} onText={setText} most={MOST_REASON} required />
      <Button type="submit" size="xs" mt="xs" loading={adding.isPending}>
        Add the note
      </Button>
    </form>
  );
}

function CloseCase({ tenant, case_: { id } }: { tenant: string; case_: Case }) {
  const cache = useQueryClient();
  const { data: open = [] } = useQuery(alertsQuery(tenant, { case_id: id, status: 'open' }));
  const { data: escalated = [] } = useQuery(alertsQuery(tenant, { case_id: id, status: 'escalated' }));
  const undecided = open.length + escalated.length;
  const [outcome, setOutcome] = useState<(typeof OUTCOMES)[number]>('no_action');
  const [reason, setReason] = useState('');
  const closing = useMutation({
    mutationFn: () =>
      changeOf(
        api.POST('/api/v1/tenants/{slug}/cases/{caseId}/close', {
          params: { path: { slug: tenant, caseId: id } },
          body: { outcome, reason },
        }),
      ),
    onSuccess: (change) => {
      tellChange(change, 'The case is closed.');
      void cache.invalidateQueries({ queryKey: ['case', tenant, id] });
    },
  });
  const close = (event: FormEvent) => {
    event.preventDefault();
    closing.mutate();
  };
  return (
    <form onSubmit={close}>
      <Stack gap="xs" align="start">
        <Select
          label="Outcome"
          data={OUTCOMES.map((value) => ({ value, label: value.replaceAll('_', ' ') }))}
          value={outcome}
          onChange={(value) => value && setOutcome(value)}
          allowDeselect={false}
        />
        <LongText label="Reason to close" value={reason} onText={setReason} most={MOST_REASON} required w="100%" />
        {undecided > 0 && (
          <Text size="sm">
            {undecided === 1
              ? 'One alert of the case is'
              : `${undecided > PAGE_SIZE ? `More than ${PAGE_SIZE}` : undecided} alerts of the case are`}{' '}
            not decided yet. Closing the case does not decide alerts.
          </Text>
        )}
        <Button type="submit" size="xs" variant="default" loading={closing.isPending}>
          Close the case
        </Button>
      </Stack>
    </form>
  );
}
