import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { OutsideServer } from './outside-server';

export interface StoredObject {
  body: Buffer;
  mode: string;
  retainUntil: Date;
}

/**
 * A server with one bucket with object lock, as S3 has it: path style, conditional writes, and no replacement or deletion
 * of an object before its date. It refuses requests without a signature (Signature Version 4).
 */
export class BucketServer extends OutsideServer {
  readonly objects = new Map<string, StoredObject>();
  now = (): Date => new Date();

  constructor(readonly bucket: string) {
    super((request, body, response) => {
      const url = new URL(request.url!, 'http://bucket.test');
      const fail = (status: number, code: string): void =>
        void response
          .writeHead(status, { 'content-type': 'application/xml' })
          .end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`);
      if (!isSigned(request.headers, body)) return fail(403, 'SignatureDoesNotMatch');
      const [, bucket, ...rest] = url.pathname.split('/').map(decodeURIComponent);
      if (bucket !== this.bucket) return fail(404, 'NoSuchBucket');
      const key = rest.join('/');
      if (request.method === 'GET' && key === '') return this.list(url.searchParams, response);
      const stored = this.objects.get(key);
      if (request.method === 'GET') {
        if (!stored) return fail(404, 'NoSuchKey');
        return void response.writeHead(200, { 'content-length': stored.body.length }).end(stored.body);
      }
      if (request.method === 'DELETE') {
        if (stored && stored.retainUntil > this.now()) return fail(403, 'AccessDenied');
        this.objects.delete(key);
        return void response.writeHead(204).end();
      }
      if (request.method !== 'PUT') return fail(405, 'MethodNotAllowed');
      if (stored && request.headers['if-none-match'] === '*') return fail(412, 'PreconditionFailed');
      if (stored && stored.retainUntil > this.now()) return fail(403, 'AccessDenied');
      const { 'x-amz-object-lock-mode': mode, 'x-amz-object-lock-retain-until-date': until } = request.headers;
      const retainUntil = new Date(String(until));
      if (typeof mode !== 'string' || !(retainUntil > this.now())) return fail(400, 'InvalidRequest');
      const digest = createHash('sha256').update(body).digest('base64');
      if (request.headers['x-amz-checksum-sha256'] !== digest) return fail(400, 'BadDigest');
      this.objects.set(key, { body, mode, retainUntil });
      response.writeHead(200, { etag: '"1"' }).end();
    });
  }

  private list(query: URLSearchParams, response: ServerResponse): void {
    const [prefix, after] = [query.get('prefix') ?? '', query.get('start-after') ?? ''];
    const keys = [...this.objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
    const max = Number(query.get('max-keys') ?? 1_000);
    const contents = keys.slice(0, max).map((key) => `<Contents><Key>${key}</Key></Contents>`);
    const isCut = keys.length > max;
    response
      .writeHead(200, { 'content-type': 'application/xml' })
      .end(
        `<?xml version="1.0"?><ListBucketResult><Name>${this.bucket}</Name><IsTruncated>${isCut}</IsTruncated>` +
          `${contents.join('')}</ListBucketResult>`,
      );
  }
}

function isSigned(headers: IncomingHttpHeaders, body: Buffer): boolean {
  const digest = headers['x-amz-content-sha256'];
  const { authorization = '' } = headers;
  const signed = /SignedHeaders=([^,]+)/.exec(authorization)?.[1]?.split(';') ?? [];
  const isComplete = /^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/\d{8}\/[a-z0-9-]+\/s3\/aws4_request,/.test(
    authorization,
  );
  const locks = Object.keys(headers).filter((name) => name.startsWith('x-amz-object-lock'));
  return (
    isComplete &&
    typeof headers['x-amz-date'] === 'string' &&
    ['host', 'x-amz-date', ...locks].every((name) => signed.includes(name)) &&
    (digest === 'UNSIGNED-PAYLOAD' || digest === createHash('sha256').update(body).digest('hex'))
  );
}
