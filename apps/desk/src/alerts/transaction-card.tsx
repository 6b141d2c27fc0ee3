import { Card, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Facts } from '../parts/facts';
import { Loaded } from '../parts/loaded';
import { Recorded } from '../parts/recorded';
import { When } from '../parts/when';
import { eventQuery } from './queries';
import { type Payload, sentenceOf, thingsText } from './transaction';

/** The event that caused the alert: for a transaction, one sentence and its facts. */
export function TransactionCard({ tenant, eventId }: { tenant: string; eventId: string }) {
  const query = useQuery(eventQuery(tenant, eventId));
  return (
    <Card withBorder component="section" aria-label="The event that raised it">
      <Title order={2} size="h5" mb="xs">
        The event that raised it
      </Title>
      <Loaded query={query}>
        {({ event_type, payload, received_at }) =>
          event_type === 'transaction' ? (
            <OneTransaction payload={payload as unknown as Payload} />
          ) : (
            <>
              <Text size="sm">
                The institution sent an onboarding event <When at={received_at} />.
              </Text>
              <Recorded value={payload} />
            </>
          )
        }
      </Loaded>
    </Card>
  );
}

const OneTransaction = ({ payload }: { payload: Payload }) => (
  <>
    <Text fw={600} className="foreign">
      {sentenceOf(payload)}
    </Text>
    <Facts
      facts={[
        ['description', payload.description],
        ['when', <When key="when" at={payload.occurred_at} />],
        ['counterparty account', payload.counterparty?.account],
        ['vessels', thingsText(payload.vessels)],
        ['aircraft', thingsText(payload.aircraft)],
        ['reference', payload.reference],
        ['channel', payload.channel],
        ['account', payload.account_ref],
        ['transaction', payload.transaction_id],
      ]}
    />
  </>
);
