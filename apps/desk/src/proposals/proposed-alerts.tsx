import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { alertQuery } from '../alerts/queries';
import { To } from '../parts/to';

const MOST = 20;

/** The alerts that a proposal decides, with what each is about. */
export function ProposedAlerts({ tenant, ids }: { tenant: string; ids: readonly string[] }) {
  return (
    <Stack gap={4}>
      {ids.slice(0, MOST).map((id) => (
        <ProposedAlert key={id} tenant={tenant} id={id} />
      ))}
      {ids.length > MOST && <Text size="sm">and {ids.length - MOST} more</Text>}
    </Stack>
  );
}

function ProposedAlert({ tenant, id }: { tenant: string; id: string }) {
  const { data: alert } = useQuery(alertQuery(tenant, id));
  return (
    <To page="alerts" id={id}>
      {alert ? alert.title : id}
    </To>
  );
}
