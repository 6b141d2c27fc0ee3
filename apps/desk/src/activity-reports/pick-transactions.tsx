import { Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { amountText } from '../alerts/transaction';
import { Loaded } from '../parts/loaded';
import { isFound } from './find-transactions';
import { MAX_TRANSACTIONS } from './kinds';
import { reportableQuery } from './queries';

interface PickTransactionsProps {
  tenant: string;
  caseId: string;
  /** the ids of their events */
  picked: string[];
  pick: (eventIds: string[]) => void;
}

/** The transactions that a report can include. Those behind the alerts of the case are marked. */
export function PickTransactions({ tenant, caseId, picked, pick }: PickTransactionsProps) {
  const query = useQuery(reportableQuery(tenant, caseId));
  const [find, setFind] = useState('');
  return (
    <Checkbox.Group label="Transactions" value={picked} onChange={pick}>
      <Loaded query={query}>
        {(all) => {
          if (all.length === 0) return <Text size="sm">The customer has no processed transactions.</Text>;
          const shown = all.filter((one) => isFound(one, find));
          const missing = shown.map(({ event_id }) => event_id).filter((id) => !picked.includes(id));
          return (
            <Stack gap={4}>
              <Group gap="xs" align="end">
                <TextInput
                  label="Show only"
                  placeholder="a name, a day or an amount"
                  size="xs"
                  value={find}
                  onChange={({ currentTarget: { value } }) => setFind(value)}
                />
                {find.trim() !== '' && missing.length > 0 && (
                  <Button size="xs" variant="default" onClick={() => pick([...picked, ...missing])}>
                    Choose those shown ({missing.length})
                  </Button>
                )}
                <Text size="sm" role="status">
                  {picked.length} of {all.length} chosen
                  {shown.length < all.length && `, ${shown.length} shown`}
                </Text>
              </Group>
              {shown.map((one) => (
                <Checkbox
                  key={one.event_id}
                  size="xs"
                  value={one.event_id}
                  className="foreign"
                  label={
                    <>
                      {one.occurred_at.slice(0, 10)} {amountText(one.amount, one.currency)} {one.direction}{' '}
                      {one.counterparty_name}
                      {one.behind_alert && <b> raised an alert</b>}
                    </>
                  }
                />
              ))}
              {all.length >= MAX_TRANSACTIONS && (
                <Text size="sm">
                  These are the transactions behind the alerts and the newest others. A report has at most{' '}
                  {MAX_TRANSACTIONS}.
                </Text>
              )}
            </Stack>
          );
        }}
      </Loaded>
    </Checkbox.Group>
  );
}
