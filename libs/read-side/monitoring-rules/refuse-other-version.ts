import { invalid } from '@probity/platform/errors';

/**
 * @param expected the version on which the caller bases the change; undefined: the latest one
 * @throws Refusal `version_conflict` when the rule has another version, also when the expected one does not exist yet
 */
export function refuseOtherVersion({ version }: { version: number }, expected: number | undefined): void {
  if (expected === undefined || expected === version) return;
  throw invalid(
    'version_conflict',
    `the rule has version ${version}, not ${expected}; read it again before you change it`,
  );
}
