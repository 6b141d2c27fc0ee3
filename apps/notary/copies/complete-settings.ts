import { BadConfiguration } from '@probity/platform/configuration';
import type { CopySettings } from './copy-variables';

/** Servers that are compatible with S3 seldom have regions, and expect this one. */
const REGION_OF_OTHERS = 'us-east-1';

const OF_BUCKET = [
  'CHECKPOINT_BUCKET_REGION',
  'CHECKPOINT_BUCKET_ENDPOINT',
  'CHECKPOINT_BUCKET_LOCK',
  'CHECKPOINT_BUCKET_LOCK_DAYS',
] as const;

/** The region of the bucket; AWS_REGION is that of other programs on AWS. Empty when none is known. */
export function regionOfBucket(settings: CopySettings, environment: NodeJS.ProcessEnv): string {
  const given = settings.CHECKPOINT_BUCKET_REGION || environment.AWS_REGION;
  return given || (settings.CHECKPOINT_BUCKET_ENDPOINT.length > 0 ? REGION_OF_OTHERS : '');
}

/**
 * Refuses settings of which a part is missing: without an error, nothing would be copied, and no one would know.
 *
 * @throws BadConfiguration that names each variable that is missing
 */
export function refuseIncomplete(settings: CopySettings, environment: NodeJS.ProcessEnv): void {
  const { CHECKPOINT_BUCKET: buckets, CHECKPOINT_TIMESTAMP_URL: authorities } = settings;
  const { CHECKPOINT_TIMESTAMP_CERTIFICATES: certificates } = settings;
  const problems: string[] = [];
  if (authorities.length > 0 && certificates.length === 0)
    problems.push(
      'CHECKPOINT_TIMESTAMP_CERTIFICATES is missing: a file with the certificate of the authority, or of the one above it',
    );
  if (authorities.length === 0 && certificates.length > 0)
    problems.push('CHECKPOINT_TIMESTAMP_URL is missing: CHECKPOINT_TIMESTAMP_CERTIFICATES belongs to it');
  if (buckets.length > 0 && !regionOfBucket(settings, environment))
    problems.push('CHECKPOINT_BUCKET_REGION is missing: the region of CHECKPOINT_BUCKET');
  const ofBucket = OF_BUCKET.find((name) => settings[name].length > 0);
  if (buckets.length === 0 && ofBucket) problems.push(`CHECKPOINT_BUCKET is missing: ${ofBucket} belongs to it`);
  if (problems.length > 0) throw new BadConfiguration(problems);
}
