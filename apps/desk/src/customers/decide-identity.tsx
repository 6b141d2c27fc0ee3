import { Button, Kbd, Select } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, changeOf, type Schemas } from '../api/client';
import { useCommands } from '../keys/commands';
import { ReasonDialog } from '../parts/reason-dialog';
import { useMay } from '../session/session';
import { KYC_STATUSES } from './filters';

interface DecideIdentityProps {
  tenant: string;
  customer: Schemas['Customer'];
}

/** Lets a person decide whether the identity of a customer is established (KYC). */
export function DecideIdentity({ tenant, customer }: DecideIdentityProps) {
  const may = useMay(tenant);
  const cache = useQueryClient();
  const [opened, open] = useState(false);
  const [to, setTo] = useState<(typeof KYC_STATUSES)[number]>('approved');
  const isAllowed = may('decide');
  useCommands(isAllowed ? [{ keys: 'i', label: 'Decide the identity', run: () => open(true) }] : []);
  if (!isAllowed) return null;
  return (
    <>
      <Button size="xs" variant="default" onClick={() => open(true)} rightSection={<Kbd size="xs">i</Kbd>}>
        Decide the identity
      </Button>
      <ReasonDialog
        title={opened ? 'Decide the identity' : undefined}
        onClose={() => open(false)}
        onSent={() => {
          open(false);
          void cache.invalidateQueries({ queryKey: ['risk-view', tenant, customer.id] });
        }}
        send={(reason) =>
          changeOf(
            api.PUT('/api/v1/tenants/{slug}/customers/{customerId}/kyc-status', {
              params: { path: { slug: tenant, customerId: customer.id } },
              body: { to, reason },
            }),
          )
        }
      >
        <Select
          label="Identity"
          data={KYC_STATUSES.map((value) => ({ value, label: value.replaceAll('_', ' ') }))}
          value={to}
          onChange={(value) => value && setTo(value)}
          allowDeselect={false}
        />
      </ReasonDialog>
    </>
  );
}
