import { readFileSync } from 'node:fs';
import { InputError } from '../errors';
import { fileProblem } from '../files/file-problem';

/** The connection in `demo.json`, which a local instance writes. */
export interface DemoConnection {
  back_office_url: string;
  operator_token: string;
}

/** What `demo.json` says about the demo tenant: also what its institution needs to call the gateway. */
export interface DemoTenant extends DemoConnection {
  base_url: string;
  api_key: string;
  tenant_id: string;
  tenant_slug: string;
}

/** @throws InputError when there is no demo, or its file is damaged */
export function readDemoTenant(path: string): DemoTenant {
  const demo = readDemo(path) as Partial<DemoTenant> | undefined;
  if (!demo) {
    throw new InputError('no_back_office', `there is no ${path}: start Probity with its demo tenant: npm start`);
  }
  const { base_url, api_key, tenant_id, tenant_slug } = demo;
  for (const value of [base_url, api_key, tenant_id, tenant_slug]) {
    if (typeof value !== 'string') throw incomplete(path, 'the demo tenant');
  }
  return demo as DemoTenant;
}

/**
 * Returns undefined when the file does not exist.
 *
 * @throws InputError when it cannot be read or is malformed; the message does not repeat its content
 */
export function readDemo(path: string): DemoConnection | undefined {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    const hint = code === 'EACCES' ? '; only the user who started Probity can read it' : '';
    throw new InputError('bad_configuration', fileProblem(path, error) + hint);
  }
  const demo = parsed(text);
  if (typeof demo?.back_office_url !== 'string' || typeof demo.operator_token !== 'string') {
    throw incomplete(path, 'back_office_url and operator_token');
  }
  return demo as unknown as DemoConnection;
}

const incomplete = (path: string, missing: string): InputError =>
  new InputError('bad_configuration', `${path} has no ${missing}; run \`npm start\` to write it again`);

function parsed(text: string): Partial<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
