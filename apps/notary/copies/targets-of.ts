import type { Clock } from '@probity/platform/clock';
import { BucketTarget } from './bucket/bucket-target';
import { ObjectBucket } from './bucket/object-bucket';
import { refuseIncomplete, regionOfBucket } from './complete-settings';
import type { CopySettings } from './copy-variables';
import type { CopyTarget } from './copy-target';
import { TimestampTarget } from './timestamp/timestamp-target';
import { WitnessTarget } from './witness/witness-target';

const LOCK_MODE = 'COMPLIANCE';
const LOCK_DAYS = 365;

/**
 * The targets that the variables name.
 *
 * @param environment has AWS_REGION, which other programs on AWS read too
 * @throws BadConfiguration when variables that belong together are not complete
 */
export function targetsOf(settings: CopySettings, environment: NodeJS.ProcessEnv, now: Clock): CopyTarget[] {
  refuseIncomplete(settings, environment);
  const trusted = settings.CHECKPOINT_TIMESTAMP_CERTIFICATES;
  return [
    ...bucketOf(settings, environment, now),
    ...settings.CHECKPOINT_TIMESTAMP_URL.map((url) => new TimestampTarget(url, trusted, now)),
    ...settings.CHECKPOINT_WITNESSES.map(({ key, url }) => new WitnessTarget(key, url, now)),
  ];
}

function bucketOf(settings: CopySettings, environment: NodeJS.ProcessEnv, now: Clock): CopyTarget[] {
  return settings.CHECKPOINT_BUCKET.map((place) => {
    const bucket = new ObjectBucket({
      ...place,
      region: regionOfBucket(settings, environment),
      endpoint: settings.CHECKPOINT_BUCKET_ENDPOINT[0]?.href,
      lockMode: settings.CHECKPOINT_BUCKET_LOCK[0] ?? LOCK_MODE,
      lockDays: settings.CHECKPOINT_BUCKET_LOCK_DAYS[0] ?? LOCK_DAYS,
    });
    return new BucketTarget(place.bucket, bucket, now);
  });
}
