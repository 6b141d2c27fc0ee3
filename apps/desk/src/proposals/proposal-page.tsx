import { Button, Card, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { api, dataOf, type Schemas } from '../api/client';
import { Word } from '../parts/badges';
import { Facts } from '../parts/facts';
import { Loaded } from '../parts/loaded';
import { LongText } from '../parts/long-text';
import { MOST_REASON } from '../parts/reason-dialog';
import { Outline } from '../parts/outline';
import { type Page, To } from '../parts/to';
import { When } from '../parts/when';
import { useMay, useMe } from '../session/session';
import { ProposedAlerts } from './proposed-alerts';
import { alertsDecidedBy, proposalQuery } from './queries';
import { ShowResult } from './show-result';

type Proposal = Schemas['Proposal'];
/** The pages of what proposals concern; the rest has no page of its own. */
const PAGES: Record<string, Page> = {
  alert: 'alerts',
  case: 'cases',
  customer: 'customers',
  monitoring_rule: 'rules',
  report: 'reports',
};
const VERBS = ['approve', 'decline', 'withdraw'] as const;
type Verb = (typeof VERBS)[number];

/** A change that another person proposed: the request that will be made, what it applies to, and the decision. */
export function ProposalPage() {
  const { tenant, id } = useParams({ from: '/$tenant/proposals/$id' });
  const query = useQuery(proposalQuery(tenant, id));
  return (
    <Loaded query={query}>
      {(proposal) => (
        <Stack>
          <Group gap="xs">
            <Title order={1} size="h3" className="foreign">
              {proposal.summary}
            </Title>
            <Word word={proposal.status} />
          </Group>
          <SimpleGrid cols={{ base: 1, lg: 2 }}>
            <Card withBorder>
              <Title order={2} size="h5">
                The proposal
              </Title>
              <AboutProposal tenant={tenant} proposal={proposal} />
            </Card>
            <Card withBorder>
              <Title order={2} size="h5">
                The request that will be made
              </Title>
              <Text size="sm" ff="monospace" className="foreign">
                {proposal.request.method} {proposal.request.url}
              </Text>
              <Outline value={proposal.request.body} />
            </Card>
            <Card withBorder>
              <Title order={2} size="h5">
                What it applied to when it was proposed
              </Title>
              <Outline value={proposal.shown} />
            </Card>
          </SimpleGrid>
          <ShowResult tenant={tenant} proposal={proposal} />
          {proposal.status === 'pending' && <Decide tenant={tenant} proposal={proposal} />}
        </Stack>
      )}
    </Loaded>
  );
}

const AboutProposal = ({ tenant, proposal }: { tenant: string; proposal: Proposal }) => (
  <Facts
    facts={[
      [
        'about',
        proposal.action === 'decide_alert' ? (
          <ProposedAlerts key="about" tenant={tenant} ids={alertsDecidedBy(proposal)} />
        ) : (
          <AboutLink key="about" proposal={proposal} />
        ),
      ],
      ['proposed by', proposal.proposer],
      ['reason', proposal.reason],
      ['proposed', <When key="made" at={proposal.made_at} />],
      ['expires', <When key="expires" at={proposal.expires_at} />],
      ['decided by', proposal.decided_by],
      ['because', proposal.decision_reason],
      ['failed because', proposal.failure],
    ]}
  />
);

function AboutLink({ proposal: { subject_type, subject_id } }: { proposal: Proposal }) {
  const page = PAGES[subject_type];
  if (page === undefined) return subject_type.replaceAll('_', ' ');
  return (
    <To page={page} id={subject_id}>
      {subject_type.replaceAll('_', ' ')} {subject_id}
    </To>
  );
}

/** The proposer may only withdraw; another person who may review approves or declines. */
function Decide({ tenant, proposal }: { tenant: string; proposal: Proposal }) {
  const me = useMe();
  const may = useMay(tenant);
  const cache = useQueryClient();
  const [reason, setReason] = useState('');
  const deciding = useMutation({
    mutationFn: (verb: Verb) =>
      dataOf(
        api.POST(`/api/v1/tenants/{slug}/proposals/{proposalId}/${verb}`, {
          params: { path: { slug: tenant, proposalId: proposal.id } },
          body: { reason: reason.trim() },
        }),
      ),
    onSuccess: ({ status, failure }) => {
      notifications.show(
        status === 'failed'
          ? { color: 'red', title: 'The change failed', message: failure }
          : { color: 'green', message: `The proposal is ${status}.` },
      );
      void cache.invalidateQueries({ queryKey: ['proposal', tenant, proposal.id] });
      void cache.invalidateQueries({ queryKey: ['proposals', tenant] });
    },
  });
  const isMine = me.id === proposal.proposer_id;
  const verbs = VERBS.filter((verb) => (verb === 'withdraw' ? isMine : !isMine && may('review_proposals')));
  if (verbs.length === 0) return <Text size="sm">You cannot decide this proposal.</Text>;
  return (
    <Stack gap="xs">
      <LongText
        label="Reason"
        description="The audit trail keeps it."
        value={reason}
        onText={setReason}
        most={MOST_REASON}
        required
      />
      <Group>
        {verbs.map((verb) => (
          <Button
            key={verb}
            size="xs"
            variant={verb === 'approve' ? 'filled' : 'default'}
            disabled={reason.trim() === '' || deciding.isPending}
            onClick={() => deciding.mutate(verb)}
          >
            {verb[0]!.toUpperCase() + verb.slice(1)}
          </Button>
        ))}
      </Group>
    </Stack>
  );
}
