import type { Clock } from '@probity/platform/clock';
import { BadConfiguration } from '@probity/platform/configuration';
import { BucketTarget } from './bucket/bucket-target';
import { ObjectBucket } from './bucket/object-bucket';
import type { CopySettings } from './copy-variables';
import type { CopyTarget } from './copy-target';
import { TimestampTarget } from './timestamp/timestamp-target';
import { WitnessTarget } from './witness/witness-target';

/** Servers that are compatible with S3 seldom have regions, and expect this one. */
const REGION_OF_OTHERS = 'us-east-1';

/**
 * The targets that the variables name.
 *
 * @param environment has AWS_REGION, which other programs on AWS read too
 * @throws BadConfiguration when variables that belong together are not complete
 */
export function targetsOf(settings: CopySettings, environment: NodeJS.ProcessEnv, now: Clock): CopyTarget[] {
  const { CHECKPOINT_TIMESTAMP_URL: authorities, CHECKPOINT_TIMESTAMP_CERTIFICATES: trusted } = settings;
  if (authorities.length > 0 && trusted.length === 0)
    throw new BadConfiguration([
      'CHECKPOINT_TIMESTAMP_CERTIFICATES is missing: a file with the certificate of the authority, or of the one above it',
    ]);
  refuseWithout('CHECKPOINT_TIMESTAMP_URL', authorities, { CHECKPOINT_TIMESTAMP_CERTIFICATES: trusted });
  const { CHECKPOINT_BUCKET_ENDPOINT, CHECKPOINT_BUCKET_REGION } = settings;
  refuseWithout('CHECKPOINT_BUCKET', settings.CHECKPOINT_BUCKET, {
    CHECKPOINT_BUCKET_ENDPOINT,
    CHECKPOINT_BUCKET_REGION,
  });
  return [
    ...bucketOf(settings, environment, now),
    ...authorities.map((url) => new TimestampTarget(url, trusted, now)),
    ...settings.CHECKPOINT_WITNESSES.map(({ key, url }) => new WitnessTarget(key, url, now)),
  ];
}

/** A variable that belongs to one that is missing: without an error, nothing would be copied, and no one would know. */
function refuseWithout(
  missing: string,
  value: readonly unknown[],
  belonging: Record<string, { length: number }>,
): void {
  const [given] = Object.entries(belonging).find(([, { length }]) => length > 0) ?? [];
  if (value.length === 0 && given) throw new BadConfiguration([`${missing} is missing: ${given} belongs to it`]);
}

function bucketOf(settings: CopySettings, environment: NodeJS.ProcessEnv, now: Clock): CopyTarget[] {
  const [endpoint] = settings.CHECKPOINT_BUCKET_ENDPOINT;
  return settings.CHECKPOINT_BUCKET.map((place) => {
    const given = settings.CHECKPOINT_BUCKET_REGION || environment.AWS_REGION;
    const region = given || (endpoint && REGION_OF_OTHERS);
    if (!region) throw new BadConfiguration(['CHECKPOINT_BUCKET_REGION is missing: the region of CHECKPOINT_BUCKET']);
    const bucket = new ObjectBucket({
      ...place,
      region,
      endpoint: endpoint?.href,
      lockMode: settings.CHECKPOINT_BUCKET_LOCK,
      lockDays: settings.CHECKPOINT_BUCKET_LOCK_DAYS,
    });
    return new BucketTarget(place.bucket, bucket, now);
  });
}
