import { encryptReply, ReplyKey } from './reply-encryption';

describe('a secret in a reply', () => {
  it('can be decrypted only by the caller', async () => {
    const [asker, other] = [new ReplyKey(), new ReplyKey()];
    const encrypted = encryptReply(await asker.publicPem(), 'whsec_é');
    expect(encrypted).not.toContain('whsec');
    expect(await asker.decrypt(encrypted)).toBe('whsec_é');
    await expect(other.decrypt(encrypted)).rejects.toThrow();
  });

  it('is never encrypted the same way twice', async () => {
    const pem = await new ReplyKey().publicPem();
    expect(encryptReply(pem, 'secret')).not.toBe(encryptReply(pem, 'secret'));
  });
});
