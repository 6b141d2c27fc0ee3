/** The object identifier of SHA-256. */
export const SHA_256 = '2.16.840.1.101.3.4.2.1';

/**
 * A TimeStampReq (RFC 3161) in DER, which asks for the certificate of the signer too.
 *
 * @param digest SHA-256
 * @param nonce the bytes of a positive number
 */
export async function requestFor(digest: Buffer, nonce: Buffer): Promise<Buffer> {
  // Imported here because most installations do without time stamps.
  const [pkijs, asn1js] = await Promise.all([import('pkijs'), import('asn1js')]);
  const request = new pkijs.TimeStampReq({
    version: 1,
    messageImprint: new pkijs.MessageImprint({
      hashAlgorithm: new pkijs.AlgorithmIdentifier({ algorithmId: SHA_256, algorithmParams: new asn1js.Null() }),
      hashedMessage: new asn1js.OctetString({ valueHex: Uint8Array.from(digest).buffer }),
    }),
    nonce: new asn1js.Integer({ valueHex: Uint8Array.from(nonce).buffer }),
    certReq: true,
  });
  return Buffer.from(request.toSchema().toBER());
}
