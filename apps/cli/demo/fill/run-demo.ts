import { BackOfficeClient } from '@probity/platform/http/back-office-client';
import { signInToDemo } from '../../connection/demo-staff';
import type { DemoTenant } from '../../connection/read-demo';
import type { ProgressLine } from '../../output/progress-line';
import { countWork, type Filled } from './count-work';
import { bankToFill, fillBank, LANES, markFilled, TRANSACTIONS } from './fill-bank';
import { Institution } from './institution';
import { Progress } from './progress';
import { type Desk, doStaffWork } from './staff-work';

export interface DemoOutcome extends Filled {
  tenant: string;
  seed: number;
  /** false: an earlier run had filled the tenant */
  filled: boolean;
  seconds: number;
}

/** Fills the demo tenant, and counts what it has then. */
export async function runDemo(
  tenant: DemoTenant,
  seed: number,
  env: NodeJS.ProcessEnv,
  line: ProgressLine,
): Promise<DemoOutcome> {
  const began = performance.now();
  const institution = new Institution(tenant, LANES);
  const progress = new Progress(line);
  let desk: Desk | undefined;
  try {
    const bank = await bankToFill(institution, seed, new Date());
    desk = await signedIn(tenant, env, line);
    if (bank) {
      const ids = await fillBank(institution, bank, progress);
      await doStaffWork(desk, ids, seed, progress);
      await markFilled(institution, seed);
    }
    const counted = await countWork(desk.officer, desk.path);
    const seconds = Math.round((performance.now() - began) / 100) / 10;
    return { tenant: tenant.tenant_slug, seed, filled: bank !== undefined, seconds, events: TRANSACTIONS, ...counted };
  } finally {
    progress.clear();
    const sessions = desk ? [desk.officer, desk.approver] : [];
    await Promise.allSettled([institution.close(), ...sessions.map((staff) => staff.post('me/sign-out', {}))]);
  }
}

async function signedIn(
  { back_office_url, tenant_slug }: DemoTenant,
  env: NodeJS.ProcessEnv,
  line: ProgressLine,
): Promise<Desk> {
  const as = async (name: string): Promise<BackOfficeClient> => {
    const { token } = await signInToDemo(name, back_office_url, env, line);
    return new BackOfficeClient(back_office_url, token!);
  };
  const [officer, approver] = await Promise.all([as('officer'), as('approver')]);
  return { officer, approver, path: `tenants/${tenant_slug}` };
}
