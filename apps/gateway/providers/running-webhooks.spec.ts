import { MAX_RUNNING, RunningWebhooks } from './running-webhooks';

describe('webhooks of one tenant at the same time', () => {
  it('are bounded, without an effect on another tenant, and free their places', async () => {
    const webhooks = new RunningWebhooks();
    let end = (): void => {};
    const ended = new Promise<void>((resolve) => (end = resolve));
    const running = Array.from({ length: MAX_RUNNING }, () => webhooks.run('a', () => ended));
    await expect(webhooks.run('a', () => ended)).rejects.toMatchObject({ code: 'overloaded' });
    expect(await webhooks.run('b', () => Promise.resolve('verified'))).toBe('verified');
    end();
    await Promise.all(running);
    await expect(webhooks.run('a', () => Promise.reject(new Error('lost')))).rejects.toThrow('lost');
    expect(await webhooks.run('a', () => Promise.resolve('verified'))).toBe('verified');
  });
});
