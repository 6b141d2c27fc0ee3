import { useQuery } from '@tanstack/react-query';
import { Problem } from '../evidence/problem';
import { ledgerProblem } from '../evidence/problem-words';
import { transactionAtQuery } from '../evidence/queries';
import { Facts } from '../parts/facts';
import { To } from '../parts/to';
import type { Ledger } from './queries';

/** The first item of a ledger that is wrong, if the last verification found one. */
export function LedgerProblem({ tenant, ledger }: { tenant: string; ledger: Ledger }) {
  const broken = ledger.last_verification?.broken;
  if (!broken) return null;
  const { check, detail, position } = broken;
  return (
    <Problem title="The ledger does not verify" words={ledgerProblem(check)} detail={detail}>
      {position !== null && <Where tenant={tenant} ledger={ledger} position={position} />}
    </Problem>
  );
}

function Where({ tenant, ledger, position }: { tenant: string; ledger: Ledger; position: number }) {
  const { data: found } = useQuery(transactionAtQuery(tenant, ledger, position));
  return (
    <Facts
      facts={[
        [
          'posting',
          found && (
            <To key="posting" page="postings" id={found.id}>
              {found.reference ?? found.id}
            </To>
          ),
        ],
        ['position', position.toLocaleString()],
      ]}
    />
  );
}
