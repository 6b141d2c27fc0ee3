import type { GivenSourceFile } from '@probity/contracts/list-sources/commands';
import { invalid } from '@probity/platform/errors';
import { BadTarget } from '@probity/targets/bad-target';
import { checkUrl } from '@probity/targets/check-url';
import type { TargetPolicy } from '@probity/targets/target-policy';
import type { Importer } from '@probity/watchlists/importer';

/** The importer of a format; loaded when it is used, so that the start needs no time for it. */
export async function importerOf(format: string): Promise<Importer | undefined> {
  const { IMPORTERS } = await import('@probity/watchlists/importers');
  return IMPORTERS.find((one) => one.format === format);
}

/** What an operator gives of a source. */
export interface GivenSource {
  format: string;
  files: GivenSourceFile[];
  every_hours: number;
  stale_after_hours: number;
  active: boolean;
}

/**
 * Checks a source, and returns its files with normalised addresses. The name of a host may have no address yet: every
 * connection is checked anyway.
 *
 * @throws Refusal `invalid_source`, `invalid_url`
 */
export async function checkSource(given: GivenSource, policy: TargetPolicy): Promise<GivenSourceFile[]> {
  const { format, files, every_hours, stale_after_hours, active } = given;
  const importer = await importerOf(format);
  if (!importer) throw invalid('invalid_source', `format "${format}" is unknown; the formats are ${await formats()}`);
  if (stale_after_hours < every_hours) {
    throw invalid(
      'invalid_source',
      `stale_after_hours must be at least every_hours (${every_hours}), or the list is stale before it is fetched again`,
    );
  }
  refuseRoles(importer, files, active);
  return files.map(({ role, url, sha256_url }) => ({
    role,
    url: checkedUrl(`url of "${role}"`, url, policy),
    ...(sha256_url !== undefined && { sha256_url: checkedUrl(`sha256_url of "${role}"`, sha256_url, policy) }),
  }));
}

/** A list that lacks an optional file would lose its data, above all aliases, so every file is needed. */
function refuseRoles(importer: Importer, files: GivenSourceFile[], active: boolean): void {
  const roles = importer.files.map(({ role }) => role);
  const has = `${importer.format} has ${roles.join(', ')}`;
  const given = files.map(({ role }) => role);
  const unknown = given.find((role) => !roles.includes(role));
  if (unknown !== undefined) throw invalid('invalid_source', `files has an unknown role "${unknown}"; ${has}`);
  const repeated = given.find((role, index) => given.indexOf(role) !== index);
  if (repeated !== undefined) throw invalid('invalid_source', `files has the role "${repeated}" twice`);
  if (!active && files.length === 0) return;
  const missing = roles.filter((role) => !given.includes(role));
  if (missing.length === 0) return;
  throw invalid(
    'invalid_source',
    `files lacks ${missing.map((role) => `"${role}"`).join(', ')}: ${has}, and a list without one of them would lose data`,
  );
}

function checkedUrl(what: string, text: string, policy: TargetPolicy): string {
  try {
    return checkUrl(text, policy).href;
  } catch (error) {
    throw error instanceof BadTarget ? invalid('invalid_url', `${what}: ${error.message}`) : error;
  }
}

const formats = async (): Promise<string> =>
  (await import('@probity/watchlists/importers')).IMPORTERS.map(({ format }) => format).join(', ');
