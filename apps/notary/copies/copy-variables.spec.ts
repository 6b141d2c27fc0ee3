import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readVariables } from '@probity/platform/configuration';
import { COPY_VARIABLES } from './copy-variables';
import { nameOf } from './copy-target';
import { targetsOf } from './targets-of';
import { TimestampAuthority } from './testing/timestamp-authority';
import { WitnessServer } from './testing/witness-server';

const folder = mkdtempSync(join(tmpdir(), 'probity-copies-'));
const authority = new TimestampAuthority();
const { vkey } = new WitnessServer('witness.example/one', () => Promise.resolve([]));
const CERTIFICATES = join(authority.folder, 'root.pem');
afterAll(() => {
  rmSync(folder, { recursive: true });
  rmSync(authority.folder, { recursive: true });
});

/** Of the same service. */
const OTHERS = { PROBITY_MASTER_KEY: undefined };
const targets = (variables: Record<string, string>, environment = {}): string[] =>
  targetsOf({ ...OTHERS, ...readVariables(variables, COPY_VARIABLES) }, environment, () => new Date()).map(nameOf);
const S3 = { CHECKPOINT_BUCKET: 's3://archive/probity', CHECKPOINT_BUCKET_REGION: 'eu-central-1' };

describe('the variables of copies', () => {
  it('name no target when they are absent or empty', () => {
    expect(targets({})).toEqual([]);
    const empty = Object.keys(COPY_VARIABLES).filter((name) => name !== 'CHECKPOINT_COPY_SECONDS');
    expect(targets(Object.fromEntries(empty.map((name) => [name, ''])))).toEqual([]);
  });

  it('name targets', () => {
    const read = targets({
      ...S3,
      CHECKPOINT_TIMESTAMP_URL: 'https://tsa.example/tsr',
      CHECKPOINT_TIMESTAMP_CERTIFICATES: CERTIFICATES,
      CHECKPOINT_WITNESSES: `${vkey} https://witness.example`,
    });
    expect(read).toEqual(['bucket archive', 'timestamp tsa.example', 'witness witness.example/one']);
  });

  it('take the region from AWS_REGION, and need none with an endpoint', () => {
    const { CHECKPOINT_BUCKET } = S3;
    expect(targets({ CHECKPOINT_BUCKET }, { AWS_REGION: 'eu-west-1' })).toHaveLength(1);
    expect(targets({ CHECKPOINT_BUCKET, CHECKPOINT_BUCKET_ENDPOINT: 'http://127.0.0.1:9000' })).toHaveLength(1);
    expect(() => targets({ CHECKPOINT_BUCKET })).toThrow('CHECKPOINT_BUCKET_REGION is missing');
  });

  it.each([
    ['CHECKPOINT_BUCKET', 'archive', 'must be s3://<bucket>'],
    ['CHECKPOINT_BUCKET', 's3://archive/a b', 'must be s3://<bucket>'],
    ['CHECKPOINT_BUCKET_ENDPOINT', 'http://minio.example', 'begins with https://, except for this machine'],
    ['CHECKPOINT_BUCKET_LOCK', 'NONE', 'must be COMPLIANCE or GOVERNANCE'],
    ['CHECKPOINT_BUCKET_LOCK_DAYS', '0', 'must be a whole number from 1 to 36500'],
    ['CHECKPOINT_TIMESTAMP_URL', 'ftp://tsa.example', 'must have a URL such as'],
    ['CHECKPOINT_TIMESTAMP_URL', 'https://me:secret@tsa.example', 'without a user, a password'],
    ['CHECKPOINT_TIMESTAMP_CERTIFICATES', join(folder, 'missing.pem'), 'that can be read: ENOENT'],
    ['CHECKPOINT_WITNESSES', 'https://witness.example', 'must be <key> <URL> of each witness'],
    ['CHECKPOINT_WITNESSES', `${vkey} http://witness.example`, 'begins with https://'],
    ['CHECKPOINT_WITNESSES', `${vkey} https://a.example,${vkey} https://b.example`, 'names witness.example/one twice'],
    ['CHECKPOINT_WITNESSES', `${vkey} https://a.example, x https://b.example`, 'entry 2 of 2 is wrong'],
    [
      'CHECKPOINT_WITNESSES',
      `${vkey} http://a.example,${vkey} https://b.example`,
      'https://, except for this machine; entry 1 of 2',
    ],
    ['CHECKPOINT_COPY_SECONDS', 'soon', 'must be a whole number from 1 to 86400'],
  ])('name what is wrong: %s=%s', (name, value, message) => {
    const reading = () => targets({ [name]: value });
    expect(reading).toThrow(name);
    expect(reading).toThrow(message);
    expect(reading).not.toThrow('secret');
  });

  it('need certificates for time stamps', () => {
    const url = { CHECKPOINT_TIMESTAMP_URL: 'https://tsa.example/tsr' };
    expect(() => targets(url)).toThrow('CHECKPOINT_TIMESTAMP_CERTIFICATES is missing');
    const file = join(folder, 'empty.pem');
    writeFileSync(file, 'nothing');
    expect(() => targets({ ...url, CHECKPOINT_TIMESTAMP_CERTIFICATES: file })).toThrow('that file has none');
  });

  it.each([
    [{ CHECKPOINT_BUCKET_ENDPOINT: 'https://s3.example' }, 'CHECKPOINT_BUCKET is missing: CHECKPOINT_BUCKET_ENDPOINT'],
    [{ CHECKPOINT_BUCKET_REGION: 'eu-central-1' }, 'CHECKPOINT_BUCKET is missing: CHECKPOINT_BUCKET_REGION'],
    [{ CHECKPOINT_BUCKET_LOCK: 'GOVERNANCE' }, 'CHECKPOINT_BUCKET is missing: CHECKPOINT_BUCKET_LOCK belongs'],
    [{ CHECKPOINT_BUCKET_LOCK_DAYS: '30' }, 'CHECKPOINT_BUCKET is missing: CHECKPOINT_BUCKET_LOCK_DAYS belongs'],
    [{ CHECKPOINT_TIMESTAMP_CERTIFICATES: CERTIFICATES }, 'CHECKPOINT_TIMESTAMP_URL is missing'],
  ])('end the start when they belong to one that is missing: %p', (variables, message) => {
    expect(() => targets(variables as Record<string, string>)).toThrow(message);
  });
});
