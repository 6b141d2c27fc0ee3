import { CopyFailed } from '../copy-failures';
import type { OwnLog } from '../own-log';
import { endlessly, slowly } from '../testing/outside-server';
import { TimestampAuthority } from '../testing/timestamp-authority';
import { TimestampTarget } from './timestamp-target';

const NOTE = 'probity/platform\n1\nLWtX9mAPGIw7qMtQcxrLBWe8tYOMCLfFfS/4tnW+41k=\n\n— probity/platform 3q2+7wAA\n';
const LOG = { row: { note: NOTE } } as OwnLog;
const { signal } = new AbortController();

let authority: TimestampAuthority;
beforeAll(async () => {
  authority = new TimestampAuthority();
  await authority.start();
});
afterEach(() => {
  authority.instead = undefined;
  authority.isDown = false;
});
afterAll(() => authority.stop());

const target = (now = () => new Date(), trusted = [authority.root]): TimestampTarget =>
  new TimestampTarget(new URL(authority.url), trusted, now, 1_000);
const refusal = async (copying: Promise<unknown>): Promise<string> => {
  const error = await copying.then(
    () => new Error('it was accepted'),
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(CopyFailed);
  return (error as Error).message;
};
const replying = (reply: (query: Buffer) => Buffer): void => {
  authority.instead = (_request, query, response) => void response.writeHead(200).end(reply(query));
};

describe('a time stamp', () => {
  it('is accepted and kept as a token that openssl verifies', async () => {
    const token = Buffer.from(await target().copy(LOG, signal), 'base64');
    expect(authority.verifies(token, NOTE)).toBe(true);
  });

  it('may be signed by a certificate that is trusted itself, and name it by SHA-1 or SHA-512', async () => {
    expect(await target(undefined, [authority.certificate('tsa')]).copy(LOG, signal)).toMatch(/^MII/);
    for (const digest of ['sha1', 'sha512']) {
      replying((query) => authority.replyTo(query, 'tsa', digest));
      expect(await target().copy(LOG, signal)).toMatch(/^MII/);
    }
  });

  it('is rejected when it is over another content', async () => {
    const other = { row: { note: `${NOTE}x` } } as OwnLog;
    let query: Buffer | undefined;
    replying((asked) => authority.replyTo((query = asked)));
    await target().copy(other, signal);
    replying(() => authority.replyTo(query!));
    expect(await refusal(target().copy(LOG, signal))).toMatch(/over another content/);
  });

  it('is rejected when it has the nonce of another request, or none', async () => {
    let query: Buffer | undefined;
    replying((asked) => authority.replyTo((query ??= asked)));
    await target().copy(LOG, signal);
    expect(await refusal(target().copy(LOG, signal))).toMatch(/another nonce/);
  });

  it('is rejected when its signature or its content was changed', async () => {
    replying((query) => {
      const reply = authority.replyTo(query);
      reply[reply.length - 5]! ^= 1;
      return reply;
    });
    expect(await refusal(target().copy(LOG, signal))).toMatch(/signature is wrong/);
    replying((query) => {
      const reply = authority.replyTo(query);
      const policy = reply.indexOf(Buffer.from([0x2a, 0x03, 0x04, 0x01])); // 1.2.3.4.1
      reply[policy + 3]! ^= 2;
      return reply;
    });
    expect(await refusal(target().copy(LOG, signal))).toMatch(/cannot be read or verified: .*digest doesn't match/);
  });

  it('is rejected when no trusted certificate certifies its signer', async () => {
    authority.makeRoot('other');
    authority.certify('stranger', 'other', 'tsa');
    replying((query) => authority.replyTo(query, 'stranger'));
    expect(await refusal(target().copy(LOG, signal))).toMatch(/cannot be read or verified/);
  });

  it('is rejected when it says another time', async () => {
    const hourAgo = () => new Date(Date.now() - 3_600_000);
    expect(await refusal(target(hourAgo).copy(LOG, signal))).toMatch(/and the clock here/);
  });

  it('is rejected when the authority does not grant it', async () => {
    const sha1 = Buffer.from('30150201013009300706052b0e03021a04020102', 'hex');
    replying(() => authority.replyTo(sha1));
    expect(await refusal(target().copy(LOG, signal))).toMatch(/not granted \(status 2\)/);
    replying(() => Buffer.from('<html>maintenance</html>'));
    expect(await refusal(target().copy(LOG, signal))).toMatch(/cannot be read/);
  });
});

describe('an authority that misbehaves', () => {
  it('gets no second request after a redirect', async () => {
    authority.instead = (_request, _body, response) => void response.writeHead(307, { location: '/elsewhere' }).end();
    const before = authority.requests;
    expect(await refusal(target().copy(LOG, signal))).toMatch(/HTTP 307; redirects are not followed/);
    expect(authority.requests).toBe(before + 1);
  });

  it('is given up when its reply has no end, or does not come', async () => {
    authority.instead = endlessly();
    expect(await refusal(target().copy(LOG, signal))).toMatch(/more than 65536 bytes/);
    authority.instead = slowly;
    expect(await refusal(target().copy(LOG, signal))).toMatch(/does not respond/);
    authority.isDown = true;
    expect(await refusal(target().copy(LOG, signal))).toMatch(/does not respond/);
  });
});
