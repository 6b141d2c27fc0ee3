import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Invitation, OpenedInvitation, RecoveryCodes } from '@probity/contracts/staff/views';
import type { TenantRole } from '@probity/contracts/staff/words';
import { BackOfficeClient, BackOfficeError, Proposed } from '@probity/platform/http/back-office-client';
import { signInWithCode } from '@probity/platform/http/sign-in-with-code';
import { oneTimeCode } from '@probity/platform/one-time-codes';
import { writePrivately } from '../secrets';

/** A person of the demo, with what signs the person in. */
export interface DemoPerson {
  /** what `probity sign-in --demo` takes */
  name: string;
  email: string;
  roles: TenantRole[];
  password: string;
  /** base32: the secret of the one-time codes */
  code_secret: string;
}

const ROLES: Record<string, TenantRole[]> = {
  officer: ['compliance_officer'],
  approver: ['compliance_officer', 'compliance_admin', 'tenant_admin'],
  admin: ['tenant_admin', 'compliance_admin'],
  auditor: ['auditor'],
};

/** The file with the people of the demo; only its owner can read it. */
export const demoStaffPath = (dataDirectory: string): string => join(dataDirectory, 'demo-staff.json');

/** Undefined when the file is missing or damaged. */
export function readDemoStaff(dataDirectory: string): DemoPerson[] | undefined {
  const path = demoStaffPath(dataDirectory);
  if (!existsSync(path)) return undefined;
  try {
    return (JSON.parse(readFileSync(path, 'utf8')) as { staff: DemoPerson[] }).staff;
  } catch {
    return undefined;
  }
}

/**
 * Adds people of the demo who are missing. Returns all who can sign in. People of an earlier start whose file is lost
 * cannot.
 *
 * @param operator with the operator token
 */
export async function addDemoStaff(
  operator: BackOfficeClient,
  dataDirectory: string,
  slug: string,
): Promise<DemoPerson[]> {
  const staff = readDemoStaff(dataDirectory) ?? [];
  const invited: [Pick<DemoPerson, 'name' | 'email' | 'roles'>, Invitation][] = [];
  for (const [name, roles] of Object.entries(ROLES)) {
    if (staff.some((person) => person.name === name)) continue;
    const person = { name, email: `${name}@${slug}.example`, roles };
    const invitation = await added(operator, slug, person);
    if (invitation) invited.push([person, invitation]);
  }
  // Accepted after all are invited: from then on, a second person must agree to each further one.
  for (const [person, { invitation }] of invited) {
    staff.push({ ...person, ...(await accepted(operator.baseUrl, invitation)) });
    writePrivately(demoStaffPath(dataDirectory), { staff });
  }
  return staff;
}

/** Undefined when the account exists, or a second person must agree. */
async function added(
  operator: BackOfficeClient,
  slug: string,
  { name, email, roles }: Pick<DemoPerson, 'name' | 'email' | 'roles'>,
): Promise<Invitation | undefined> {
  const body = { name: `Demo ${name}`, email, roles, reason: 'a person of the demo' };
  try {
    return await operator.post<Invitation>(`tenants/${slug}/staff/people`, body);
  } catch (error) {
    if (error instanceof Proposed || (error instanceof BackOfficeError && error.code === 'email_taken'))
      return undefined;
    throw error;
  }
}

async function accepted(baseUrl: string, invitation: string): Promise<Pick<DemoPerson, 'password' | 'code_secret'>> {
  const open = new BackOfficeClient(baseUrl, undefined);
  const { code_secret } = await open.post<OpenedInvitation>('invitations/open', { invitation });
  const password = randomBytes(12).toString('base64url');
  await open.post<RecoveryCodes>('invitations/accept', { invitation, password, code: oneTimeCode(code_secret) });
  return { password, code_secret };
}

/** Carries out a change of the demo. If it needs a second person, a person of the demo approves it. */
export type Approval = <Outcome>(change: () => Promise<Outcome>) => Promise<Outcome>;

/** @param operator sends the changes, with the operator token */
export function approvalInDemo(operator: BackOfficeClient, slug: string, staff: DemoPerson[]): Approval {
  const approver = staff.find(({ name }) => name === 'approver');
  let session: Promise<BackOfficeClient> | undefined; // a one-time code works once
  return async <Outcome>(change: () => Promise<Outcome>): Promise<Outcome> => {
    try {
      return await change();
    } catch (error) {
      if (!(error instanceof Proposed) || !approver) throw error;
      const proposal = `tenants/${slug}/proposals/${error.proposal.id}`;
      const approving = await (session ??= signedIn(operator.baseUrl, approver));
      await approving.post(`${proposal}/approve`, { reason: 'the start of the demo' });
      return (await operator.post<{ result: Outcome }>(`${proposal}/result`, {})).result;
    }
  };
}

async function signedIn(baseUrl: string, { email, password, code_secret }: DemoPerson): Promise<BackOfficeClient> {
  const open = new BackOfficeClient(baseUrl, undefined);
  const { token } = await signInWithCode(open, { email, password, code_secret });
  return new BackOfficeClient(baseUrl, token!);
}
