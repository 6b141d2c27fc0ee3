import { TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api, dataOf, type Schemas } from '../api/client';
import { ReasonDialog } from '../parts/reason-dialog';

const MAX_TITLE = 255;

interface OpenCaseDialogProps {
  tenant: string;
  alert: Schemas['AlertDetail'];
  opened: boolean;
  onClose: () => void;
}

/** Opens a case about the customer of an alert, with this alert, and shows the case. */
export function OpenCaseDialog({ tenant, alert, opened, onClose }: OpenCaseDialogProps) {
  const navigate = useNavigate();
  const [title, setTitle] = useState(alert.title.slice(0, MAX_TITLE));
  const send = async (reason: string) => ({
    done: await dataOf(
      api.POST('/api/v1/tenants/{slug}/cases', {
        params: { path: { slug: tenant } },
        body: { customer_id: alert.customer_id, title, alert_ids: [alert.id], reason },
      }),
    ),
  });
  return (
    <ReasonDialog
      title={opened ? 'Open a case' : undefined}
      follows="The alert becomes part of the case, and stays active until you decide it."
      send={send}
      onClose={onClose}
      onSent={(change) => {
        if ('done' in change) void navigate({ to: '/$tenant/cases/$id', params: { tenant, id: change.done.id } });
      }}
    >
      <TextInput
        label="Title"
        value={title}
        onChange={({ currentTarget: { value } }) => setTitle(value)}
        maxLength={MAX_TITLE}
        required
      />
    </ReasonDialog>
  );
}
