import { List, Loader, Group, Stack, Text, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api, type Schemas } from '../api/client';
import { linesOf } from '../api/lines';
import type { KeptCheckpoint } from '../evidence/kept-checkpoints';
import { Problem } from '../evidence/problem';
import { auditProblem } from '../evidence/problem-words';
import { StartVerification } from '../evidence/start-verification';
import { counted } from '../parts/counted';
import { Facts } from '../parts/facts';
import { To } from '../parts/to';
import { When } from '../parts/when';
import { Outcome } from '../ledgers/verified';

type Verification = Schemas['AuditVerification'];

interface VerifyAuditProps {
  tenant: string;
  /** the name of the log of the tenant; undefined before it is signed */
  origin: string | undefined;
  mayVerify: boolean;
}

/** A dialog that has the audit trail compared with the recorded events, and the outcome. */
export function VerifyAudit({ tenant, origin, mayVerify }: VerifyAuditProps) {
  const [progress, show] = useState<Verification>();
  const verifying = useMutation({
    mutationFn: async ([kept]: KeptCheckpoint[]) => {
      const { data } = await api.POST('/api/v1/tenants/{slug}/audit/verification', {
        params: { path: { slug: tenant } },
        body: kept ? { checkpoint: kept.note } : {},
        parseAs: 'stream',
      });
      return linesOf<Verification>(data as ReadableStream<Uint8Array>, show);
    },
    onSuccess: ({ verified }) =>
      notifications.show(
        verified
          ? { color: 'green', message: 'The audit trail verifies.' }
          : { color: 'red', title: 'The audit trail does not verify', message: 'This page shows the first problem.' },
      ),
    onSettled: () => show(undefined),
  });
  return (
    <Stack gap="xs">
      <Text size="sm">
        A verification compares each entry with its event, and each event with the signed log. It also verifies the
        ledgers of the tenant. It changes nothing, and takes minutes when there is much to compare.
      </Text>
      {progress && <Compared progress={progress} />}
      {verifying.data && <Result verification={verifying.data} />}
      {mayVerify ? (
        <StartVerification
          title="Verify the audit trail"
          follows="Probity compares the entries with the events, and the events with the log that the notary signed."
          origin={origin}
          most={1}
          what="event"
          isRunning={verifying.isPending}
          onStart={(kept) => verifying.mutate(kept)}
        />
      ) : (
        <Text size="sm">Your role does not include verifications.</Text>
      )}
    </Stack>
  );
}

const comparedSoFar = ({ entries, events }: Verification): string =>
  `${counted(entries, 'entry', 'entries')}, ${counted(events, 'event')} of the log`;

function Compared({ progress }: { progress: Verification }) {
  return (
    <Group gap="xs">
      <Loader size="xs" aria-hidden="true" />
      <Text size="xs" aria-live="polite">
        {`Verifying ${progress.checking || 'the audit trail'}`}
      </Text>
      <Text size="xs">{comparedSoFar(progress)}</Text>
    </Group>
  );
}

function Result({ verification }: { verification: Verification }) {
  const { verified, verified_at, problems, first, checkpoints, proven, not_proven } = verification;
  return (
    <>
      {first && (
        <Problem title="The audit trail does not verify" words={auditProblem(first.kind)} detail={first.detail}>
          <WhereItIs first={first} />
        </Problem>
      )}
      <Facts
        facts={[
          ['outcome', <Outcome key="outcome" isIntact={verified} />],
          ['when', verified_at && <When key="when" at={verified_at} />],
          ['compared', comparedSoFar(verification)],
          ['checkpoints', `${checkpoints.toLocaleString()} of the notary`],
          ['problems', problems > 0 && problems.toLocaleString()],
        ]}
      />
      <Claims title="Proven" claims={proven} />
      <Claims title="Not proven" claims={not_proven} />
    </>
  );
}

const WhereItIs = ({ first }: { first: Schemas['AuditProblem'] }) => (
  <Facts
    facts={[
      ['where', <Place key="where" where={first.where} />],
      ['entry', first.entry_id],
      ['record', first.stream !== first.where && first.stream],
      ['number in it', first.revision],
      ['position in the log', first.position],
      ['differs in', first.fields.join(', ')],
    ]}
  />
);

const LEDGER_STREAM = /^ledger-([0-9a-f-]{36})$/;

/** A ledger has a page. */
function Place({ where }: { where: string }) {
  const ledger = LEDGER_STREAM.exec(where)?.[1];
  if (ledger === undefined) return where;
  return (
    <To page="ledgers" id={ledger}>
      {`the ledger ${ledger}`}
    </To>
  );
}

function Claims({ title, claims }: { title: string; claims: string[] }) {
  if (claims.length === 0) return null;
  return (
    <section aria-label={title}>
      <Title order={3} size="h6">
        {title}
      </Title>
      <List size="sm">
        {claims.map((claim) => (
          <List.Item key={claim} className="foreign">
            {claim}
          </List.Item>
        ))}
      </List>
    </section>
  );
}
