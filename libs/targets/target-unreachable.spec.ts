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

it('names the problem of a certificate by its documented code', () => {
  expect(new TargetUnreachable('tls', failure('CERT_HAS_EXPIRED')).message).toBe(
    "could not make a TLS connection; check the receiver's certificate (CERT_HAS_EXPIRED)",
  );
});
