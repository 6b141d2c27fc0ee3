import { List, Progress, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ledgerOrigin } from '@probity/ledger-verification/origins';
import { api, type Schemas } from '../api/client';
import { linesOf } from '../api/lines';
import { agreements } from '../evidence/agreements';
import type { KeptCheckpoint } from '../evidence/kept-checkpoints';
import { ledgerProblem } from '../evidence/problem-words';
import { StartVerification } from '../evidence/start-verification';
import { counted } from '../parts/counted';
import { Facts } from '../parts/facts';
import { When } from '../parts/when';
import type { Ledger } from './queries';
import { Outcome } from './verified';

type Verification = Schemas['LedgerVerification'];

/** The server takes so many at once. */
const MOST_KEPT = 100;

interface VerifyLedgerProps {
  tenant: string;
  ledger: Ledger;
  mayVerify: boolean;
}

/** The last verification of a ledger, and a dialog that has its whole chain walked again. */
export function VerifyLedger({ tenant, ledger, mayVerify }: VerifyLedgerProps) {
  const cache = useQueryClient();
  const [progress, show] = useState<Verification>();
  const verifying = useMutation({
    mutationFn: async (kept: KeptCheckpoint[]) => {
      const { data } = await api.POST('/api/v1/tenants/{slug}/ledgers/{ledgerId}/verification', {
        params: { path: { slug: tenant, ledgerId: ledger.id } },
        body: { checkpoints: kept.map(({ note }) => note) },
        parseAs: 'stream',
      });
      return linesOf<Verification>(data as ReadableStream<Uint8Array>, show);
    },
    onSuccess: ({ verified, checked }) => {
      const said = `${counted(checked, 'transaction')} ${checked === 1 ? 'was' : 'were'} checked.`;
      notifications.show(
        verified
          ? { color: 'green', message: `The ledger is intact. ${said}` }
          : { color: 'red', title: 'The ledger is broken', message: `${said} This page shows the first problem.` },
      );
    },
    onSettled: () => {
      show(undefined);
      for (const read of ['ledger', 'ledgers', 'verifications']) {
        void cache.invalidateQueries({ queryKey: [read, tenant] });
      }
    },
  });
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
            ['first problem', last.broken && ledgerProblem(last.broken.check)],
            ['at position', last.broken?.position],
          ]}
        />
      )}
      {verifying.data && <Agreements verification={verifying.data} kept={verifying.variables} />}
      {progress && <Walked progress={progress} />}
      {mayVerify && (
        <StartVerification
          title="Verify the whole ledger"
          follows={
            'Probity compares all records of the ledger with their hashes, with what it shows, and with the last ' +
            'checkpoint of the notary. The outcome is recorded with your name.'
          }
          origin={ledgerOrigin(ledger.id)}
          most={MOST_KEPT}
          what="transaction"
          isRunning={verifying.isPending}
          onStart={(kept) => verifying.mutate(kept)}
        />
      )}
    </Stack>
  );
}

/** The checkpoints with which the ledger agreed in the verification that this person has just run, and the others. */
function Agreements({ verification, kept }: { verification: Verification; kept: KeptCheckpoint[] }) {
  return (
    <List size="sm" listStyleType="none" aria-label="Compared checkpoints" aria-live="polite">
      {agreements(verification.checkpoints ?? [], kept).map(({ agrees, text }, index) => (
        <List.Item key={index} className="foreign">
          {`${agrees ? '✓ agrees with' : '✗ does not agree, or was not compared:'} ${text}`}
        </List.Item>
      ))}
    </List>
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
