import type {
  CreatedStaffToken,
  EmergencyAccess,
  EmergencyAccessInForce,
  Invitation,
  PermissionView,
  StaffAccount,
} from '@probity/contracts/staff/views';
import { TENANT_ROLES } from '@probity/contracts/staff/words';
import { command, group } from '../declaration/command';
import { change, list, listAll } from '../declaration/kinds';
import { DECISION, number, optional, required } from '../declaration/options';
import { type Column, facts } from '../output/table';
import { OPERATOR_IDENTITY_PROVIDERS } from './identity-provider.commands';

const ROLES = required('--role <role...>', 'what the account may do; repeat the option for more', TENANT_ROLES);
const NAME = required('--name <name>', 'the name that the audit trail shows');
const EMAIL = required('--email <email>', 'with which the person signs in');
const ACCOUNT = 'tenants/{tenant}/staff/{account-id}';

const COLUMNS: Column<StaffAccount>[] = [
  { title: 'ID', value: (row) => row.id },
  { title: 'KIND', value: (row) => row.kind },
  { title: 'NAME', value: (row) => row.name },
  { title: 'EMAIL', value: (row) => row.email },
  { title: 'ROLES', value: (row) => row.roles.join(', ') },
  { title: 'STATE', value: stateOf },
];

const EMERGENCY_COLUMNS: Column<EmergencyAccessInForce>[] = [
  { title: 'ID', value: (row) => row.id },
  { title: 'OPERATOR', value: (row) => row.officer },
  { title: 'ROLES', value: (row) => row.roles.join(', ') },
  { title: 'UNTIL', value: (row) => row.until },
  { title: 'REASON', value: (row) => row.reason },
];

function stateOf({ disabled_at, kind, has_credentials, tokens }: StaffAccount): string {
  if (disabled_at !== null) return 'disabled';
  if (kind === 'person') return has_credentials ? 'active' : 'invited';
  const valid = tokens.filter(({ revoked_at }) => revoked_at === null).length;
  return `${valid} ${valid === 1 ? 'token' : 'tokens'}`;
}

const invited = ({ account_id, invitation, expires_at }: Invitation): string =>
  `${facts([
    ['account', account_id],
    ['invitation', invitation],
    ['expires', expires_at],
  ])}

Give the invitation to the person in a safe way. It cannot be shown again. The person runs:
  probity accept-invitation`;

const switched = (name: 'disable' | 'enable', summary: string) =>
  change({
    usage: `${name} <account-id>`,
    summary,
    example: '--reason "left the bank"',
    path: `${ACCOUNT}/${name}`,
    options: DECISION,
    report: ({ name: who, disabled_at }: StaffAccount) =>
      `${who} is ${disabled_at === null ? 'enabled' : `disabled since ${disabled_at}`}.`,
  });

export const addStaffCommands = group('staff', 'people and service accounts of a tenant', 'list --tenant acme', [
  list({
    usage: 'list',
    summary: 'list the people and service accounts with a role in a tenant, oldest first',
    path: 'tenants/{tenant}/staff',
    columns: COLUMNS,
    nothing: 'Tenant {tenant} has no staff.',
  }),
  change({
    usage: 'add-person',
    summary: 'add a person and show the invitation; it cannot be shown again',
    example: '--name "Jane Smith" --email jane.smith@bank.example --role compliance_officer --reason "joins the team"',
    path: 'tenants/{tenant}/staff/people',
    options: { name: NAME, email: EMAIL, roles: ROLES, ...DECISION },
    report: invited,
  }),
  change({
    usage: 'add-service',
    summary: 'add an account for automation; it signs in with tokens',
    example: '--name "nightly export" --role auditor --reason "the monthly report"',
    path: 'tenants/{tenant}/staff/services',
    options: { name: NAME, roles: ROLES, ...DECISION },
    report: ({ id, name }: StaffAccount) => `Added the service account ${name} with the id ${id}.`,
  }),
  command({
    usage: 'set-roles <account-id>',
    summary: 'set what an account may do in a tenant; without --role it may do nothing there',
    example: '--role analyst --reason "new in the team"',
    path: `${ACCOUNT}/roles`,
    options: { roles: optional('--role <role...>', 'a role; repeat the option for more', TENANT_ROLES), ...DECISION },
    run: async ({ tenant, 'account-id': id, roles = [], reason }, { backOffice, path, answer }) => {
      await backOffice.put(path, { roles: [...new Set(roles)], reason });
      const held = roles.length === 0 ? 'no roles' : `the roles ${roles.join(', ')}`;
      answer({ id, roles }, `Account ${id} has ${held} in tenant ${tenant}.`);
    },
  }),
  change({
    usage: 'invite <account-id>',
    summary: 'invite a person again, who has lost a password or a device; ends what the account had',
    example: '--reason "lost the phone"',
    path: `${ACCOUNT}/invite`,
    options: DECISION,
    report: invited,
  }),
  switched('disable', 'disable an account: its sessions and tokens stop working'),
  switched('enable', 'enable an account again'),
  change({
    usage: 'create-token <account-id>',
    summary: 'create a token of a service account and show it; it cannot be shown again',
    example: '--label "export server" --reason "the monthly report"',
    path: `${ACCOUNT}/tokens`,
    options: {
      label: required('--label <label>', 'a name that distinguishes the token from others'),
      expires_in_days: optional(
        '--days <number>',
        'days until it expires; 90 if omitted',
        number(/^[1-9]\d*$/, 'a whole number', 366),
      ),
      ...DECISION,
    },
    report: ({ id, token, label, expires_at }: CreatedStaffToken) =>
      `${facts([
        ['id', id],
        ['label', label],
        ['token', token],
        ['expires', expires_at],
      ])}\n\nCopy the token now. Probity does not store it and cannot show it again.`,
  }),
  listAll({
    usage: 'permissions',
    summary: 'list what each role may do',
    path: 'permissions',
    columns: [
      { title: 'PERMISSION', value: (row: PermissionView) => row.name },
      { title: 'MAY', value: (row: PermissionView) => row.allows },
      { title: 'ROLES', value: (row: PermissionView) => row.roles.join(', ') },
    ],
    nothing: 'There are no permissions.',
  }),
  change({
    usage: 'emergency-access',
    summary: 'take roles in a tenant for a short time, as a platform operator; its audit trail shows it',
    example: '--role auditor --minutes 30 --reason "postings are rejected since 09:00"',
    path: 'tenants/{tenant}/emergency-access',
    options: {
      roles: ROLES,
      minutes: required('--minutes <number>', 'until it ends', number(/^[1-9]\d*$/, 'a whole number', 480)),
      ...DECISION,
    },
    report: ({ id, roles, until }: EmergencyAccess, { tenant }) =>
      `You have ${roles.join(', ')} until ${until}. To end it before:\n` +
      `  probity staff end-emergency-access --tenant ${tenant} ${id} --reason "..."`,
  }),
  listAll({
    usage: 'list-emergency-access',
    summary: 'list the emergency access of platform operators to a tenant that has not ended',
    path: 'tenants/{tenant}/emergency-access',
    columns: EMERGENCY_COLUMNS,
    nothing: 'No operator has emergency access to tenant {tenant}.',
  }),
  change({
    usage: 'end-emergency-access <access-id>',
    summary: 'end emergency access before its time, as the operator who took it or as an admin of the tenant',
    example: '--reason "the postings are accepted again"',
    path: 'tenants/{tenant}/emergency-access/{access-id}/end',
    options: DECISION,
    report: ({ id, officer, until }: EmergencyAccessInForce) =>
      `The emergency access ${id} of ${officer} ended at ${until}.`,
  }),
]);

export const addOperatorCommands = group('operators', 'the platform operators of this installation', 'list', [
  list({
    usage: 'list',
    summary: 'list the platform operators, oldest first',
    path: 'operators',
    columns: COLUMNS,
    nothing: 'There are no platform operators.',
  }),
  change({
    usage: 'add',
    summary: 'add a platform operator and show the invitation; it cannot be shown again',
    example: '--name "Kim Lee" --email kim.lee@bank.example --reason "on call"',
    path: 'operators',
    options: { name: NAME, email: EMAIL, ...DECISION },
    report: invited,
  }),
  change({
    usage: 'invite <account-id>',
    summary: 'invite an operator again; ends what the account had',
    example: '--reason "lost the phone"',
    path: 'operators/{account-id}/invite',
    options: DECISION,
    report: invited,
  }),
  change({
    usage: 'disable <account-id>',
    summary: 'disable an operator: the sessions stop working',
    example: '--reason "left the team"',
    path: 'operators/{account-id}/disable',
    options: DECISION,
    report: ({ name }: StaffAccount) => `${name} is disabled.`,
  }),
  change({
    usage: 'enable <account-id>',
    summary: 'enable an operator again',
    example: '--reason "back in the team"',
    path: 'operators/{account-id}/enable',
    options: DECISION,
    report: ({ name }: StaffAccount) => `${name} is enabled.`,
  }),
  ...OPERATOR_IDENTITY_PROVIDERS,
]);
