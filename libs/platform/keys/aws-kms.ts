import type { KMSClient } from '@aws-sdk/client-kms';
import { type KeyService, KeyServiceFailure } from './key-service';

export const KMS_PREFIX = 'aws-kms:';
const ATTEMPT_MS = 3_000;
/** KMS authenticates it: nothing else that the same key wrapped passes for a key of Probity. */
const CONTEXT = { application: 'probity', purpose: 'sealing key' };

/**
 * AWS KMS. A wrapped key is `aws-kms:` and the ciphertext in base64.
 *
 * It reads AWS_REGION, PROBITY_KMS_KEY_ID (the key that wraps; when a key is unwrapped, KMS refuses any other one) and,
 * for another endpoint, AWS_ENDPOINT_URL_KMS. The credentials come from where programs on AWS expect them: variables,
 * the role of the pod, of the task or of the machine.
 */
export class AwsKms implements KeyService {
  constructor(private readonly environment: NodeJS.ProcessEnv) {}

  async wrap(key: Buffer): Promise<string> {
    const KeyId = this.environment.PROBITY_KMS_KEY_ID;
    if (!KeyId) throw new KeyServiceFailure('PROBITY_KMS_KEY_ID is missing: the ARN of the key of AWS KMS', false);
    return this.ask(async (client, { EncryptCommand }) => {
      const command = new EncryptCommand({ KeyId, Plaintext: key, EncryptionContext: CONTEXT });
      const { CiphertextBlob } = await client.send(command);
      return KMS_PREFIX + Buffer.from(CiphertextBlob!).toString('base64');
    });
  }

  unwrap(wrapped: string): Promise<Buffer> {
    const CiphertextBlob = Buffer.from(wrapped.slice(KMS_PREFIX.length), 'base64');
    const KeyId = this.environment.PROBITY_KMS_KEY_ID || undefined;
    return this.ask(async (client, { DecryptCommand }) => {
      const command = new DecryptCommand({ CiphertextBlob, EncryptionContext: CONTEXT, ...(KeyId && { KeyId }) });
      const { Plaintext } = await client.send(command);
      return Buffer.from(Plaintext!);
    });
  }

  private async ask<Result>(
    work: (client: KMSClient, sdk: typeof import('@aws-sdk/client-kms')) => Promise<Result>,
  ): Promise<Result> {
    const { AWS_REGION, AWS_DEFAULT_REGION, AWS_ENDPOINT_URL_KMS } = this.environment;
    const region = AWS_REGION || AWS_DEFAULT_REGION;
    if (!region) throw new KeyServiceFailure('AWS_REGION is missing', false);
    // Imported here because most installations do without AWS.
    const sdk = await import('@aws-sdk/client-kms');
    const client = new sdk.KMSClient({
      region,
      maxAttempts: 1, // `askKeyService` repeats it
      requestHandler: { connectionTimeout: ATTEMPT_MS, requestTimeout: ATTEMPT_MS, throwOnRequestTimeout: true },
      ...(AWS_ENDPOINT_URL_KMS && { endpoint: AWS_ENDPOINT_URL_KMS }),
    });
    try {
      return await work(client, sdk);
    } catch (cause) {
      throw failureOf(cause as AwsError);
    } finally {
      client.destroy();
    }
  }
}

type AwsError = Error & {
  code?: string;
  $fault?: 'client' | 'server';
  $metadata?: { httpStatusCode?: number };
  $retryable?: object;
};

function failureOf(cause: AwsError): KeyServiceFailure {
  const status = cause.$metadata?.httpStatusCode;
  const reason = `${cause.name}: ${cause.message || cause.code || 'no reason given'}`;
  if (cause.name === 'CredentialsProviderError') {
    return new KeyServiceFailure(`there are no credentials for AWS KMS (${reason})`, false, { cause });
  }
  if (status === undefined) {
    return new KeyServiceFailure(`AWS KMS does not respond (${reason}); check AWS_REGION`, true, { cause });
  }
  const mayPass =
    status >= 500 || status === 429 || cause.$retryable !== undefined || cause.name.includes('Throttling');
  const what = mayPass ? 'AWS KMS is not ready' : 'AWS KMS refused the request';
  return new KeyServiceFailure(`${what} (${reason})`, mayPass, { cause });
}
