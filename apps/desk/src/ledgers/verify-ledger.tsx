import { Button, Kbd, Progress, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, type Schemas } from '../api/client';
import { linesOf } from '../api/lines';
import { useCommands } from '../keys/commands';
import { Facts } from '../parts/facts';
import { When } from '../parts/when';
import type { Ledger } from './queries';
import { Outcome } from './verified';

type Verification = Schemas['LedgerVerification'];

interface VerifyLedgerProps {
  tenant: string;
  ledger: Ledger;
  mayVerify: boolean;
}

/** The last verification of a ledger, and a button that walks its whole chain again. */
export function VerifyLedger({ tenant, ledger, mayVerify }: VerifyLedgerProps) {
  const cache = useQueryClient();
  const [progress, show] = useState<Verification>();
  const verifying = useMutation({
    mutationFn: async () => {
      const { data } = await api.POST('/api/v1/tenants/{slug}/ledgers/{ledgerId}/verification', {
        params: { path: { slug: tenant, ledgerId: ledger.id } },
        body: {},
        parseAs: 'stream',
      });
      return linesOf<Verification>(data as ReadableStream<Uint8Array>, show);
    },
    onSuccess: ({ verified, checked }) => {
      const said = `${checked.toLocaleString()} transactions were checked.`;
      notifications.show(
        verified
          ? { color: 'green', message: `The ledger is intact. ${said}` }
          : { color: 'red', title: 'The ledger is broken', message: said },
      );
    },
    onSettled: () => {
      show(undefined);
      for (const read of ['ledger', 'ledgers', 'verifications']) {
        void cache.invalidateQueries({ queryKey: [read, tenant] });
      }
    },
  });
  const start = () => {
    if (!verifying.isPending) verifying.mutate();
  };
  useCommands(mayVerify ? [{ keys: 'v', label: 'Verify the whole ledger', run: start }] : []);
  const last = ledger.last_verification;
  return (
    <Stack gap="xs">
      {last === null ? (
        <Text size="sm">This ledger was never verified.</Text>
      ) : (
        <Facts
          facts={[
            ['outcome', <Outcome key="outcome" isIntact={last.verified} />],
            ['when', <When key="when" at={last.verified_at} />],
            ['by', last.officer],
            ['transactions', last.checked.toLocaleString()],
            ['head of the chain', <code key="head">{`${last.head.position}: ${last.head.hash}`}</code>],
            ['first problem', last.broken && `${last.broken.check}: ${last.broken.detail}`],
            ['at position', last.broken?.position],
          ]}
        />
      )}
      {progress && <Walked progress={progress} />}
      {mayVerify && (
        <Button
          size="xs"
          w="fit-content"
          loading={verifying.isPending}
          rightSection={<Kbd size="xs">v</Kbd>}
          onClick={start}
        >
          Verify the whole ledger
        </Button>
      )}
    </Stack>
  );
}

function Walked({ progress: { checked, total } }: { progress: Verification }) {
  const percent = total === 0 ? 100 : Math.min(100, Math.floor((100 * checked) / total));
  const text = `${checked.toLocaleString()} of ${total.toLocaleString()} transactions`;
  return (
    <div aria-live="polite">
      <Progress value={percent} aria-label={text} />
      <Text size="xs">{text}</Text>
    </div>
  );
}
