import { pipeline, Readable, Transform } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';
import { CopyFailed } from '../copy-failures';
import { within } from '../within';

const ATTEMPT_MS = 10_000;
/** More than any checkpoint or page of keys has. */
const MAX_REPLY_BYTES = 1_000_000;

export interface BucketSettings {
  bucket: string;
  /** the first part of all keys; empty, or ends with a slash */
  prefix: string;
  region: string;
  /** of a server that is compatible with S3; undefined: AWS */
  endpoint?: string | undefined;
  lockMode: 'COMPLIANCE' | 'GOVERNANCE';
  lockDays: number;
}

type Sdk = typeof import('@aws-sdk/client-s3');

/**
 * A bucket of S3, or of a compatible server, with object lock. The credentials come from where programs on AWS expect
 * them: variables, the role of the pod, of the task or of the machine. It never replaces and never deletes an object.
 */
export class ObjectBucket {
  private opened: Promise<{ client: S3Client; sdk: Sdk }> | undefined;

  constructor(
    private readonly settings: BucketSettings,
    private readonly timeoutMs = ATTEMPT_MS,
  ) {}

  /**
   * Stores an object that cannot be replaced until the lock ends. Returns false if the key has an object already.
   *
   * @throws CopyFailed
   */
  put(key: string, body: string, now: Date, signal: AbortSignal): Promise<boolean> {
    const { bucket, prefix, lockMode, lockDays } = this.settings;
    return this.ask(signal, async ({ client, sdk }, abortSignal) => {
      const command = new sdk.PutObjectCommand({
        Bucket: bucket,
        Key: prefix + key,
        Body: body,
        ContentType: 'text/plain; charset=utf-8',
        ChecksumAlgorithm: 'SHA256', // S3 requires a checksum of locked objects
        IfNoneMatch: '*',
        ObjectLockMode: lockMode,
        ObjectLockRetainUntilDate: new Date(now.getTime() + lockDays * 86_400_000),
      });
      try {
        await client.send(command, { abortSignal });
        return true;
      } catch (error) {
        if (statusOf(error) === 412) return false;
        throw error;
      }
    });
  }

  /** The content of an object; undefined when there is none. @throws CopyFailed */
  get(key: string, signal: AbortSignal): Promise<string | undefined> {
    const { bucket, prefix } = this.settings;
    return this.ask(signal, async ({ client, sdk }, abortSignal) => {
      try {
        const command = new sdk.GetObjectCommand({ Bucket: bucket, Key: prefix + key });
        const { Body } = await client.send(command, { abortSignal });
        return await Body!.transformToString();
      } catch (error) {
        if (statusOf(error) === 404) return undefined;
        throw error;
      }
    });
  }

  /** The next key that begins with the start, after a key; undefined when there is none. @throws CopyFailed */
  firstAfter(start: string, after: string, signal: AbortSignal): Promise<string | undefined> {
    const { bucket, prefix } = this.settings;
    return this.ask(signal, async ({ client, sdk }, abortSignal) => {
      const command = new sdk.ListObjectsV2Command({
        Bucket: bucket,
        Prefix: prefix + start,
        StartAfter: prefix + after,
        MaxKeys: 1,
      });
      const { Contents = [] } = await client.send(command, { abortSignal });
      return Contents[0]?.Key?.slice(prefix.length);
    });
  }

  private async ask<Result>(
    signal: AbortSignal,
    work: (opened: { client: S3Client; sdk: Sdk }, signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    this.opened ??= this.open();
    try {
      const opened = await this.opened;
      return await within(this.timeoutMs, signal, (ending) => work(opened, ending));
    } catch (cause) {
      if (cause instanceof CopyFailed) throw cause;
      throw this.failureOf(cause as AwsError);
    }
  }

  private async open(): Promise<{ client: S3Client; sdk: Sdk }> {
    // Imported here because most installations do without AWS.
    const sdk = await import('@aws-sdk/client-s3');
    const { region, endpoint } = this.settings;
    const client = new sdk.S3Client({
      region,
      maxAttempts: 1, // a copy that fails is tried again later
      requestHandler: {
        connectionTimeout: this.timeoutMs,
        requestTimeout: this.timeoutMs,
        throwOnRequestTimeout: true,
      },
      ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    });
    client.middlewareStack.add(
      (next) => async (args) => {
        const result = await next(args);
        const response = result.response as { body?: unknown };
        if (response.body instanceof Readable) response.body = bounded(response.body);
        return result;
      },
      { step: 'deserialize', priority: 'low', name: 'boundedReplies' },
    );
    return { client, sdk };
  }

  private failureOf(cause: AwsError): CopyFailed {
    const { bucket } = this.settings;
    const status = statusOf(cause);
    const reason = `${cause.name}: ${cause.message || cause.code || 'no reason given'}`.slice(0, 300);
    if (cause.name === 'CredentialsProviderError')
      return new CopyFailed(`there are no credentials for the bucket ${bucket} (${reason})`, true, { cause });
    if (status === undefined)
      return new CopyFailed(`the server of the bucket ${bucket} does not respond (${reason})`, true, { cause });
    return new CopyFailed(`the bucket ${bucket} refused it with HTTP ${status} (${reason})`, true, { cause });
  }
}

type AwsError = Error & { code?: string; $metadata?: { httpStatusCode?: number } };

const statusOf = (error: unknown): number | undefined => (error as AwsError).$metadata?.httpStatusCode;

/** The same content, with an error in the place of what is too much. */
function bounded(body: Readable): Readable {
  let bytes = 0;
  const bound = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      bytes += chunk.length;
      if (bytes > MAX_REPLY_BYTES) done(new CopyFailed(`the reply has more than ${MAX_REPLY_BYTES} bytes`, true));
      else done(null, chunk);
    },
  });
  // `pipeline` ends the connection with the bound, and the reader of the bound gets the error.
  pipeline(body, bound, () => {});
  return bound;
}
