import { TargetUnreachable, tcpFailure } from './target-unreachable';

const failure = (code: string) => Object.assign(new Error(`connect ${code} 93.184.216.34:443`), { code });

it.each([
  ['ECONNREFUSED', 'refused'],
  ['ETIMEDOUT', 'timed_out'],
  ['EHOSTUNREACH', 'network'],
])('classifies %s as %s and names no address', (code, reason) => {
  const error = tcpFailure(failure(code));
  expect(error).toMatchObject({ code: 'target_unreachable', reason, cause: { code } });
  expect(error.message).not.toContain('93.184');
});

it.each(['refused', 'timed_out', 'tls', 'network'] as const)(
  'describes %s for calls to providers and for webhooks alike',
  (reason) => {
    expect(new TargetUnreachable(reason).message).not.toMatch(/receiver|endpoint|provider/);
  },
);

it('names the problem of a certificate by its documented code', () => {
  expect(new TargetUnreachable('tls', failure('CERT_HAS_EXPIRED')).message).toBe(
    "the TLS connection failed; check the server's certificate (CERT_HAS_EXPIRED)",
  );
});
