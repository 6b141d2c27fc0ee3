import { Alert, Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Schemas } from '../api/client';
import { ledgerCheckpointQuery, type Receipt, receiptQuery } from '../evidence/queries';
import { keyIdOf, type ReceiptResult, resultOf } from '../evidence/receipt-result';
import { counted } from '../parts/counted';
import { Loaded } from '../parts/loaded';
import { saveFile } from '../parts/save-file';

type Posting = Schemas['StaffPosting'];

/** The receipt of a posting: what it proves, and what the browser finds when it verifies it. */
export function ReceiptCard({ tenant, posting }: { tenant: string; posting: Posting }) {
  const { id, reference } = posting.transaction;
  const query = useQuery(receiptQuery(tenant, id));
  const save = (receipt: Receipt) =>
    saveFile(`receipt-${fileName(reference ?? id)}.json`, 'application/json', JSON.stringify(receipt, null, 1));
  return (
    <Stack gap="xs">
      <Text size="sm">
        A receipt proves to anyone, without Probity, that the signed ledger has this posting at this position. It has
        the posting itself, so treat it as confidential.
      </Text>
      <Loaded query={query}>
        {(receipt) =>
          receipt === null ? (
            <Text size="sm" role="status">
              The notary has not signed this posting yet. The posting is made; this page looks again by itself.
            </Text>
          ) : (
            <>
              <Verified tenant={tenant} posting={posting} receipt={receipt} />
              <Button size="xs" variant="default" w="fit-content" onClick={() => save(receipt)}>
                Download the receipt
              </Button>
            </>
          )
        }
      </Loaded>
    </Stack>
  );
}

/** References are texts of institutions; names of files take less. */
const fileName = (text: string): string => text.replaceAll(/[^\w.-]+/g, '-').slice(0, 80);

interface VerifiedProps {
  tenant: string;
  posting: Posting;
  receipt: Receipt;
}

/** Verifies the receipt in the browser, with the keys that the tenant has by another response than the receipt. */
function Verified({ tenant, posting, receipt }: VerifiedProps) {
  const { ledger_id } = posting.transaction;
  const { data: checkpoint } = useQuery(ledgerCheckpointQuery(tenant, ledger_id));
  const keys = checkpoint?.keys;
  const verifying = useQuery({
    queryKey: ['verified-receipt', tenant, posting, receipt, keys],
    queryFn: () => resultOf(receipt, posting, keys!),
    enabled: keys !== undefined,
    staleTime: Infinity,
  });
  return <Loaded query={verifying}>{(result) => <Result result={result} />}</Loaded>;
}

function Result({ result }: { result: ReceiptResult }) {
  if (result.outcome === 'unsupported') {
    return (
      <Text size="sm" role="status">
        This browser cannot check signatures of this kind (Ed25519), or the page was not loaded over HTTPS. Download the
        receipt, and verify it as docs/guides/verify-a-ledger-elsewhere.md describes.
      </Text>
    );
  }
  if (result.outcome === 'wrong') {
    return (
      <Alert color="red" variant="outline" role="alert" title="The receipt does not prove this posting">
        <Text size="sm">{result.why}</Text>
        <Text size="sm" className="foreign">{`The verification says: ${result.detail}.`}</Text>
        <Text size="sm">Report it to the operator of Probity and to your auditor.</Text>
      </Alert>
    );
  }
  return (
    <>
      <Text size="sm" role="status">
        {`✓ Your browser has verified the receipt: the signed ledger has exactly this posting. The signature covers ` +
          `${counted(result.treeSize, 'transaction')}.`}
      </Text>
      <Text size="xs" c="dimmed" className="foreign">
        {`The key ${keyIdOf(result.key)} of the tenant signed it. Your browser has the key from Probity: compare it with the ` +
          'one that your institution keeps.'}
      </Text>
    </>
  );
}
