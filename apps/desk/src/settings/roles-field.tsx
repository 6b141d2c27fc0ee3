import { Checkbox, Stack } from '@mantine/core';
import type { Schemas } from '../api/client';

type Role = Exclude<Schemas['Role'], 'platform_operator'>;
export type TenantRole = Role;

const ROLES: Record<Role, string> = {
  tenant_admin: 'manages staff, keys, webhooks and limits',
  compliance_admin: 'manages stages, thresholds, rules and providers',
  compliance_officer: 'decides on alerts, cases and identities',
  analyst: 'works on alerts and cases, and proposes decisions',
  auditor: 'reads everything, and verifies ledgers',
};

/** Chooses what a member of staff may do in the tenant. */
export function RolesField({ value, onChange }: { value: TenantRole[]; onChange: (roles: TenantRole[]) => void }) {
  return (
    <Checkbox.Group label="Roles" value={value} onChange={onChange}>
      <Stack gap={6} mt={4}>
        {Object.entries(ROLES).map(([role, does]) => (
          <Checkbox key={role} value={role} size="xs" label={`${role.replaceAll('_', ' ')}: ${does}`} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
