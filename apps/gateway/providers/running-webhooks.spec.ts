import { MAX_FROM_ADDRESS, MAX_RUNNING, RunningWebhooks } from './running-webhooks';

const PROVIDER = '192.0.2.1';
const FORGER = '198.51.100.7';

describe('webhooks of one tenant at the same time', () => {
  let webhooks: RunningWebhooks;
  let end: () => void;
  let ended: Promise<void>;
  beforeEach(() => {
    webhooks = new RunningWebhooks();
    ended = new Promise<void>((resolve) => (end = resolve));
  });
  const verified = (slug: string, address: string) => webhooks.run(slug, address, () => Promise.resolve('verified'));

  it('are bounded, without an effect on another tenant, and free their places', async () => {
    const running = Array.from({ length: MAX_RUNNING }, (_none, n) => webhooks.run('a', `192.0.2.${n}`, () => ended));
    await expect(verified('a', PROVIDER)).rejects.toMatchObject({ code: 'overloaded' });
    expect(await verified('b', PROVIDER)).toBe('verified');
    end();
    await Promise.all(running);
    await expect(webhooks.run('a', PROVIDER, () => Promise.reject(new Error('lost')))).rejects.toThrow('lost');
    expect(await verified('a', PROVIDER)).toBe('verified');
  });

  it('leave places for other addresses', async () => {
    const running = Array.from({ length: MAX_FROM_ADDRESS }, () => webhooks.run('a', FORGER, () => ended));
    await expect(verified('a', FORGER)).rejects.toMatchObject({ code: 'overloaded' });
    expect(await verified('a', PROVIDER)).toBe('verified');
    end();
    await Promise.all(running);
    expect(await verified('a', FORGER)).toBe('verified');
  });
});
