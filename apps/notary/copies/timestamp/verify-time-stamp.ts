import { createHash, timingSafeEqual } from 'node:crypto';
import type { Certificate, SignedData, TSTInfo } from 'pkijs';
import { SHA_256 } from './time-stamp-request';

/** Granted, and granted with changes. */
const GRANTED = [0, 1];
const TST_INFO = '1.2.840.113549.1.9.16.1.4';
const EXTENDED_KEY_USAGE = '2.5.29.37';
const TIME_STAMPING = '1.3.6.1.5.5.7.3.8';
const SIGNING_CERTIFICATE = '1.2.840.113549.1.9.16.2.12';
const SIGNING_CERTIFICATE_V2 = '1.2.840.113549.1.9.16.2.47';
const DIGESTS: Record<string, string> = {
  [SHA_256]: 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
};
/** The clock of the authority may differ by so much. */
const MAX_DRIFT_MS = 5 * 60_000;

/** A time stamp proves nothing, and the message says why. */
export class BadTimeStamp extends Error {}

export interface Stamped {
  note: Buffer;
  /** SHA-256 of the note */
  digest: Buffer;
  nonce: Buffer;
  /** certificates in DER that the operator trusts */
  trusted: readonly Buffer[];
  now: Date;
}

/**
 * Returns the token of a TimeStampResp (RFC 3161) in DER, if it is granted, is over the digest with the nonce, says the
 * present time, and is signed for time stamping by a certificate that a trusted one certifies.
 *
 * @throws BadTimeStamp
 */
export async function tokenIn(reply: Buffer, stamped: Stamped): Promise<Buffer> {
  const pkijs = await import('pkijs');
  try {
    const response = pkijs.TimeStampResp.fromBER(Uint8Array.from(reply).buffer);
    const { status, statusStrings } = response.status;
    if (!GRANTED.includes(status)) {
      const why = (statusStrings ?? []).map(({ valueBlock }) => valueBlock.value).join('; ');
      throw new BadTimeStamp(`it was not granted (status ${status})${why && `: ${why.slice(0, 200)}`}`);
    }
    if (!response.timeStampToken) throw new BadTimeStamp('the reply has no token');
    const signed = new pkijs.SignedData({ schema: response.timeStampToken.content });
    if (signed.encapContentInfo.eContentType !== TST_INFO || !signed.encapContentInfo.eContent)
      throw new BadTimeStamp('the token is of another kind');
    checkInfo(pkijs.TSTInfo.fromBER(signed.encapContentInfo.eContent.getValue()), stamped);
    await checkSignature(signed, stamped);
    return Buffer.from(response.timeStampToken.toSchema().toBER());
  } catch (cause) {
    if (cause instanceof BadTimeStamp) throw cause;
    throw new BadTimeStamp(`it cannot be read or verified: ${(cause as Error).message.slice(0, 200)}`, { cause });
  }
}

function checkInfo({ messageImprint, nonce, genTime }: TSTInfo, { digest, nonce: sent, now }: Stamped): void {
  const stamped = Buffer.from(messageImprint.hashedMessage.valueBlock.valueHexView);
  if (messageImprint.hashAlgorithm.algorithmId !== SHA_256 || !same(stamped, digest))
    throw new BadTimeStamp('it is over another content');
  if (!nonce || !same(Buffer.from(nonce.valueBlock.valueHexView), sent))
    throw new BadTimeStamp('it has another nonce, so it may be the reply to another request');
  if (Math.abs(genTime.getTime() - now.getTime()) > MAX_DRIFT_MS)
    throw new BadTimeStamp(`it says ${genTime.toISOString()}, and the clock here ${now.toISOString()}`);
}

async function checkSignature(signed: SignedData, { note, trusted, now }: Stamped): Promise<void> {
  const pkijs = await import('pkijs');
  const [signer, ...others] = signed.signerInfos;
  if (!signer || others.length > 0) throw new BadTimeStamp('it must have one signer');
  const data = Uint8Array.from(note).buffer;
  const verified = (more: object) => signed.verify({ signer: 0, data, extendedMode: true, ...more });
  const { signatureVerified, signerCertificate } = await verified({ checkChain: false });
  if (!signatureVerified || !signerCertificate) throw new BadTimeStamp('its signature is wrong');
  const encoded = Buffer.from(signerCertificate.toSchema().toBER());
  if (!trusted.some((certificate) => certificate.equals(encoded))) {
    const trustedCerts = trusted.map((certificate) => pkijs.Certificate.fromBER(Uint8Array.from(certificate).buffer));
    await verified({ checkChain: true, trustedCerts }); // it throws when the chain is wrong
  } else if (signerCertificate.notBefore.value > now || signerCertificate.notAfter.value < now)
    throw new BadTimeStamp('the certificate of its signer is not valid now');
  if (!isForTimeStamps(signerCertificate))
    throw new BadTimeStamp('the certificate of its signer is not only for time stamping');
  const named = (signer.signedAttrs?.attributes ?? []).some(({ type, values }) =>
    names(type, values, signerCertificate),
  );
  if (!named) throw new BadTimeStamp('its signed attributes do not name the certificate of its signer');
}

/** RFC 3161, section 2.3: the extension is critical and has this purpose alone. */
function isForTimeStamps({ extensions = [] }: Certificate): boolean {
  const usage = extensions.find(({ extnID }) => extnID === EXTENDED_KEY_USAGE);
  const { keyPurposes = [] } = (usage?.parsedValue ?? {}) as { keyPurposes?: string[] };
  return usage?.critical === true && keyPurposes.length === 1 && keyPurposes[0] === TIME_STAMPING;
}

/** The part of an ASN.1 structure that is used here. */
interface Block {
  valueBlock: { value?: unknown; valueHexView?: Uint8Array; toString(): string };
}

/** Whether a signed attribute (RFC 2634, RFC 5816) has the hash of the certificate. */
function names(type: string, values: unknown[], certificate: Certificate): boolean {
  if (type !== SIGNING_CERTIFICATE && type !== SIGNING_CERTIFICATE_V2) return false;
  const [first] = childrenOf(childrenOf(values[0] as Block)[0]);
  const [head, next] = childrenOf(first);
  const [algorithm] = childrenOf(head);
  const digest = algorithm
    ? DIGESTS[algorithm.valueBlock.toString()]
    : type === SIGNING_CERTIFICATE
      ? 'sha1'
      : 'sha256';
  const hash = (algorithm ? next : head)?.valueBlock.valueHexView;
  if (digest === undefined || hash === undefined) return false;
  const encoded = Buffer.from(certificate.toSchema().toBER());
  return same(Buffer.from(hash), createHash(digest).update(encoded).digest());
}

function childrenOf(block: Block | undefined): Block[] {
  const value = block?.valueBlock.value;
  return Array.isArray(value) ? (value as Block[]) : [];
}

const same = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b);
