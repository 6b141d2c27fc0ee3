import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { makeValidator } from 'envalid';
import { parseWitnessKey, type WitnessKey } from './witness/witness-key';

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;
const PEM = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;
const MAX_SECONDS = 86_400;
const MAX_DAYS = 36_500;

export interface BucketPlace {
  bucket: string;
  /** the first part of all keys; empty, or ends with a slash */
  prefix: string;
}

export interface WitnessPlace {
  key: WitnessKey;
  url: URL;
}

/** Where checkpoints are copied to. */
export interface CopySettings {
  /** at most one */
  CHECKPOINT_BUCKET: BucketPlace[];
  CHECKPOINT_BUCKET_REGION: string;
  /** at most one */
  CHECKPOINT_BUCKET_ENDPOINT: URL[];
  /** at most one */
  CHECKPOINT_BUCKET_LOCK: ('COMPLIANCE' | 'GOVERNANCE')[];
  /** at most one */
  CHECKPOINT_BUCKET_LOCK_DAYS: number[];
  /** at most one */
  CHECKPOINT_TIMESTAMP_URL: URL[];
  /** in DER */
  CHECKPOINT_TIMESTAMP_CERTIFICATES: Buffer[];
  CHECKPOINT_WITNESSES: WitnessPlace[];
  CHECKPOINT_COPY_SECONDS: number;
}

const bucket = makeValidator<BucketPlace[]>((text) => {
  if (text === '') return [];
  const [, name, path = ''] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([\w./-]*))?$/.exec(text) ?? [];
  if (name === undefined || path.length > 200) throw new Error('must be s3://<bucket> or s3://<bucket>/<prefix>');
  return [{ bucket: name, prefix: path === '' || path.endsWith('/') ? path : `${path}/` }];
});

const region = makeValidator<string>((text) => {
  if (!/^[a-z0-9-]*$/.test(text)) throw new Error('must be the name of a region, such as eu-central-1');
  return text;
});

const url = makeValidator<URL[]>((text) => (text === '' ? [] : [urlIn(text)]));

const lock = makeValidator<('COMPLIANCE' | 'GOVERNANCE')[]>((text) => {
  if (text === '') return [];
  if (text !== 'COMPLIANCE' && text !== 'GOVERNANCE') throw new Error('must be COMPLIANCE or GOVERNANCE');
  return [text];
});

const lockDays = makeValidator<number[]>((text) => (text === '' ? [] : [wholeNumberIn(text, MAX_DAYS)]));

const seconds = makeValidator<number>((text) => wholeNumberIn(text, MAX_SECONDS));

const certificates = makeValidator<Buffer[]>((path) => {
  if (path === '') return [];
  try {
    const found = (readFileSync(path, 'utf8').match(PEM) ?? []).map((pem) => new X509Certificate(pem).raw);
    if (found.length > 0) return found;
  } catch (cause) {
    const { message } = cause as Error;
    throw new Error(`must be a file with certificates in PEM that can be read: ${message}`, { cause });
  }
  throw new Error('must be a file with certificates in PEM, and that file has none');
});

const witnesses = makeValidator<WitnessPlace[]>((text) => {
  const places = text.split(',').filter((part) => part.trim() !== '');
  const read = places.map((place, index) => {
    const [vkey = '', address = '', ...rest] = place.trim().split(/\s+/);
    try {
      return witnessPlace(vkey, address, rest);
    } catch (error) {
      const { message } = error as Error;
      throw places.length === 1 ? error : new Error(`${message}; entry ${index + 1} of ${places.length} is wrong`);
    }
  });
  const names = read.map(({ key }) => key.name);
  const again = names.find((name, index) => names.indexOf(name) < index);
  if (again !== undefined) throw new Error(`must name each witness once, and names ${again} twice`);
  return read;
});

function witnessPlace(vkey: string, address: string, rest: string[]): WitnessPlace {
  const key = parseWitnessKey(vkey);
  if (!key || rest.length > 0)
    throw new Error(
      'must be <key> <URL> of each witness, separated by commas; a key is <name>+<8 hex digits>+<base64 of 0x04 and an Ed25519 key>',
    );
  return { key, url: urlIn(address.endsWith('/') ? address : `${address}/`) };
}

function wholeNumberIn(text: string, max: number): number {
  const number = Number(text);
  if (!/^\d{1,6}$/.test(text) || number < 1 || number > max) throw new Error(`must be a whole number from 1 to ${max}`);
  return number;
}

/** What is copied is public. TLS tells that the target is the one that the operator named. */
function urlIn(text: string): URL {
  const parsed = URL.canParse(text) ? new URL(text) : undefined;
  if (!parsed || !/^https?:$/.test(parsed.protocol)) throw new Error('must have a URL such as https://copies.example');
  if (parsed.protocol === 'http:' && !LOOPBACK.test(parsed.hostname))
    throw new Error('must have a URL that begins with https://, except for this machine');
  if (parsed.username || parsed.password || parsed.hash)
    throw new Error('must have a URL without a user, a password and a fragment');
  return parsed;
}

/** Each may be absent or empty: then nothing is copied there. */
export const COPY_VARIABLES = {
  CHECKPOINT_BUCKET: bucket({ default: [] }),
  CHECKPOINT_BUCKET_REGION: region({ default: '' }),
  CHECKPOINT_BUCKET_ENDPOINT: url({ default: [] }),
  CHECKPOINT_BUCKET_LOCK: lock({ default: [] }),
  CHECKPOINT_BUCKET_LOCK_DAYS: lockDays({ default: [] }),
  CHECKPOINT_TIMESTAMP_URL: url({ default: [] }),
  CHECKPOINT_TIMESTAMP_CERTIFICATES: certificates({ default: [] }),
  CHECKPOINT_WITNESSES: witnesses({ default: [] }),
  /** a log is copied at most once in this time */
  CHECKPOINT_COPY_SECONDS: seconds({ default: 60 }),
};

/** These variables alone, when a process reads more. */
export function copySettings(read: CopySettings): CopySettings {
  const names = Object.keys(COPY_VARIABLES) as (keyof CopySettings)[];
  return Object.fromEntries(names.map((name) => [name, read[name]])) as unknown as CopySettings;
}
