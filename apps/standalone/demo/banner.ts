import { type DemoPerson, demoStaffPath } from './demo-staff';
import type { Demo } from './demo-tenant';

/** Reminds the operator that the demo allows webhook URLs which are rejected in production. */
const LOOPBACK = `
  Webhooks     may be sent to this machine, without TLS (set WEBHOOK_ALLOW_LOOPBACK=false to prevent it)`;

/** The text for an operator when Probity is ready: its addresses, and commands to try. */
export function demoBanner(
  demo: Demo,
  staff: DemoPerson[],
  dataDirectory: string,
  webhooksMayLoopBack: boolean,
): string {
  const auth = `-w '\\n' -H 'Authorization: Bearer ${demo.api_key}'`;
  const ledgers = `${demo.base_url}/tenants/${demo.tenant_slug}/ledgers`;
  return `
Probity is ready.

  API          ${demo.base_url}        (browse: ${demo.base_url}/docs)
  Back office  ${demo.back_office_url}
  Desk         ${deskOf(demo)}        (sign in: probity desk --demo officer)
  Data         ${dataDirectory}
  Demo tenant  ${demo.tenant_slug}
  API key      ${demo.api_key}${webhooksMayLoopBack ? LOOPBACK : ''}

In a second terminal in this folder, this defines the command probity:

  . docs/tutorials/setup.sh
${staffText(staff, dataDirectory)}
Fill the demo tenant with 200 customers, 20,000 events and their alerts, in less than a minute:

  probity demo

Try it:

curl -s ${auth} ${demo.base_url}/tenants/${demo.tenant_slug}/currencies
curl -s ${auth} -H 'Content-Type: application/json' -d '{"name":"Customer funds","currency":"USD"}' ${ledgers}
curl -s ${auth} ${ledgers}

Ctrl-C stops it.
`;
}

/** How the people of the demo sign in. Their passwords are in a file, not in the output. */
function staffText(staff: DemoPerson[], dataDirectory: string): string {
  if (staff.length === 0) return '';
  const lines = staff.map(({ name, roles }) => `  probity sign-in --demo ${name.padEnd(8)}   ${roles.join(', ')}`);
  return `
Staff of the demo; important changes need two of them. Passwords and one-time codes: ${demoStaffPath(dataDirectory)}

${lines.join('\n')}
`;
}

/** Where staff work in a browser. */
const deskOf = ({ back_office_url }: { back_office_url: string }): string => new URL('/desk/', back_office_url).href;

export function plainBanner(addresses: { base_url: string; back_office_url: string }): string {
  return `
Probity is ready.

  API          ${addresses.base_url}        (browse: ${addresses.base_url}/docs)
  Back office  ${addresses.back_office_url}
  Desk         ${deskOf(addresses)}
`;
}
