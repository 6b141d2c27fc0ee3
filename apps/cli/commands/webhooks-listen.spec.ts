import { EventEmitter, once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { Command } from 'commander';
import { signWebhook } from '@probity/webhook-verification/sign-webhook';
import type { Surroundings } from '../surroundings';
import { BODY, DELIVERY_ID, EVENT, Listening, OTHER_SECRET, SECRET } from './testing/listening';
import { addWebhooksListenCommand } from './webhooks-listen';

describe('webhooks listen', () => {
  let running: Listening[] = [];
  const listen = (...call: ConstructorParameters<typeof Listening>): Listening => {
    running.push(new Listening(...call));
    return running.at(-1)!;
  };
  afterEach(async () => {
    for (const listening of running) await listening.stop();
    running = [];
  });

  const ANY_PORT = ['--port', '0'];

  it('prints one line for each delivery, with whether it is verified', async () => {
    const listening = listen(ANY_PORT);
    expect(await listening.deliver(BODY)).toBe(200);
    expect(
      await listening.deliver(BODY.replace('critical', 'low'), { 'x-service-signature': signWebhook(BODY, SECRET, 1) }),
    ).toBe(400);
    const [first, good, changed] = await listening.lines(3);
    expect(first).toMatch(
      /^Listening on http:\/\/127\.0\.0\.1:\d+\/ and responding with 200\. Press Ctrl-C to stop\.$/,
    );
    expect(good).toMatch(
      /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ {2}verified {6}alert\.created {4}0199d5a0-7c1e-7a52-9d3f-6b1c2e4f8a90 {2}critical {2}Zoë Müller matches an entry$/,
    );
    expect(changed).toMatch(
      /Z {2}NOT verified {2}alert\.created {4}0199d5a0-7c1e\S+ {2}signature_mismatch: no signature matches/,
    );
    expect(listening.out).not.toContain(SECRET);
  });

  it.each<[string, string | Buffer, Record<string, string>]>([
    ['timestamp_outside_tolerance', BODY, { 'x-service-signature': signWebhook(BODY, SECRET, 1_700_000_000) }],
    ['malformed_signature', BODY, { 'x-service-signature': 'sha256=abc' }],
    ['missing_signature', BODY, { 'x-service-signature': '' }],
    ['malformed_body', '{"event":"alert.created"}', {}],
    [
      'signature_mismatch',
      BODY,
      { 'x-service-signature': signWebhook(BODY, OTHER_SECRET, Math.floor(Date.now() / 1000)) },
    ],
  ])('says why a delivery is not verified: %s', async (code, body, headers) => {
    const listening = listen([...ANY_PORT, '--status', '204']);
    expect(await listening.deliver(body, headers)).toBe(400);
    expect((await listening.lines(2))[1]).toContain(`  ${code}: `);
  });

  it.each<[unknown, string]>([
    [{ id: 'case-1', title: 'Structuring\u202e' }, `${' '.repeat(8)}  Structuring\\u{202e}`],
    [{ id: 'case-1', note: 'x'.repeat(200) }, `{"id":"case-1","note":"${'x'.repeat(77)}…`],
    [undefined, '-'],
  ])('shows an event of an unknown type, with the data %j', async (data, shown) => {
    const listening = listen(ANY_PORT);
    expect(await listening.deliver(JSON.stringify({ ...EVENT, event: 'case.closed', data }))).toBe(200);
    expect((await listening.lines(2))[1]).toMatch(/Z {2}verified {6}case\.closed {6}0199d5a0-7c1e\S+ {2}/);
    expect(listening.out.trimEnd().endsWith(`${EVENT.event_id}  ${shown}`)).toBe(true);
  });

  it.each([204, 302, 410, 503])('responds to verified deliveries with --status %d', async (status) => {
    const listening = listen([...ANY_PORT, '--status', String(status)]);
    expect(await listening.deliver(BODY)).toBe(status);
    expect((await listening.lines(2))[1]).toContain('  verified  ');
  });

  it('prints one JSON object a line with --json', async () => {
    const listening = listen([...ANY_PORT, '--json']);
    await listening.deliver(BODY);
    await listening.deliver(BODY, { 'x-service-signature': 'none' });
    await listening.lines(3);
    await listening.stop();
    const [first, good, bad, ...rest] = listening.out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(first).toEqual({ listening: expect.stringMatching(/^http:/) });
    const common = { event: 'alert.created', event_id: EVENT.event_id, delivery_id: DELIVERY_ID };
    const received_at = expect.stringMatching(/^\d{4}-.*Z$/);
    expect(good).toEqual({ ...common, received_at, verified: true, answered: 200, problem: null, payload: EVENT });
    const problem = { code: 'malformed_signature', message: expect.any(String) };
    expect(bad).toEqual({ ...common, received_at, verified: false, answered: 400, problem, payload: null });
    expect(rest).toEqual([]);
  });

  it('accepts a body of 1 MiB and no larger one', async () => {
    const listening = listen(ANY_PORT);
    const frame = JSON.stringify({ ...EVENT, data: { ...EVENT.data, metadata: { text: '' } } }).length;
    const sized = (size: number): string =>
      JSON.stringify({ ...EVENT, data: { ...EVENT.data, metadata: { text: 'x'.repeat(size - frame) } } });
    const limit = (1 << 20) - 2; // the title has two letters of two bytes
    expect(Buffer.byteLength(sized(limit))).toBe(1 << 20);
    expect(await listening.deliver(sized(limit))).toBe(200);
    expect(await listening.deliver(sized(limit + 1))).toBe(413);
    expect(await listening.deliver(sized(8 << 20))).toBe(413);
    expect(await listening.deliver(BODY)).toBe(200);
    const [, , larger, muchLarger] = await listening.lines(5);
    expect(larger).toContain('NOT verified');
    expect([larger, muchLarger]).toEqual([expect.stringContaining('too_large'), expect.stringContaining('too_large')]);
  });

  it('continues after a request that is not a delivery', async () => {
    const listening = listen(ANY_PORT);
    const url = await listening.url();
    expect((await fetch(url)).status).toBe(405);
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    await once(socket, 'connect');
    socket.write('POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nhalf');
    expect((await fetch(url)).status).toBe(405); // half of the body has arrived
    socket.destroy();
    expect((await listening.lines(4))[3]).toContain('cut_off: the sender closed the connection');
    expect(await listening.deliver(BODY)).toBe(200);
  });

  it('escapes control characters of a sender', async () => {
    const listening = listen(ANY_PORT);
    const title = '\u001b[2J\nListening on evil\u202e';
    await listening.deliver(JSON.stringify({ ...EVENT, data: { ...EVENT.data, title } }));
    await listening.deliver(BODY, { 'x-service-signature': 'x', 'x-service-event': `\u009b2J${'x'.repeat(5000)}` });
    const [, titled, headed] = await listening.lines(3);
    expect(titled).toContain('\\u{1b}[2J\\u{a}Listening on evil\\u{202e}');
    expect(headed).toContain('\\u{9b}2Jxxx');
    expect(headed!.length).toBeLessThan(500);
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('prints a summary and ends on %s, with connections open', async (signal) => {
    const listening = listen(ANY_PORT);
    await listening.deliver(BODY); // its connection is kept alive
    const url = await listening.url();
    const idle = connect(Number(new URL(url).port), '127.0.0.1');
    await once(idle, 'connect');
    idle.write('POST / HTTP/1.1\r\nContent-Length: 9\r\n');
    const hungUp = new Promise((resolve) => idle.on('close', resolve).on('error', () => {}));

    expect(await listening.stop(signal)).toBeUndefined();
    await hungUp;
    expect(listening.out).toMatch(/\nReceived 1 delivery, 1 verified\.\n$/);
    await expect(fetch(url)).rejects.toThrow();
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('still prints its summary, once, on a second %s', async (signal) => {
    const listening = listen(ANY_PORT);
    await listening.deliver(BODY);
    const handled = [listening.signals.emit(signal), listening.signals.emit(signal)];
    expect(await listening.ended).toBeUndefined();
    // Without a handler, the signal would end the process, also after the summary.
    handled.push(listening.signals.emit(signal));
    expect(handled).toEqual([true, true, true]);
    expect(listening.out.match(/^Received 1 delivery, 1 verified\.$/gm)).toHaveLength(1);
  });

  it.each<[string, string[], NodeJS.ProcessEnv]>([
    ['--secret twice', ['--secret', OTHER_SECRET, '--secret', SECRET], {}],
    ['--secret with two', ['--secret', OTHER_SECRET, SECRET], {}],
    ['the variable, with a comma', [], { PROBITY_WEBHOOK_SECRET: `${OTHER_SECRET}, ${SECRET}` }],
    ['the variable, with a space and a line break', [], { PROBITY_WEBHOOK_SECRET: `${SECRET} ${OTHER_SECRET}\n` }],
  ])('takes several secrets from %s', async (_what, args, env) => {
    const listening = listen([...ANY_PORT, ...args], env);
    const signedWith = (secret: string) => ({
      'x-service-signature': signWebhook(BODY, secret, Math.floor(Date.now() / 1000)),
    });
    expect(await listening.deliver(BODY, signedWith(SECRET))).toBe(200);
    expect(await listening.deliver(BODY, signedWith(OTHER_SECRET))).toBe(200);
    expect(await listening.deliver(BODY, signedWith('whsec_c29tZWJvZHktZWxzZQ'))).toBe(400);
  });

  it('prefers --secret, and warns about it in the help', async () => {
    const listening = listen([...ANY_PORT, '--secret', OTHER_SECRET]);
    expect(await listening.deliver(BODY)).toBe(400);
    expect(
      await listening.deliver(BODY, {
        'x-service-signature': signWebhook(BODY, OTHER_SECRET, Math.floor(Date.now() / 1000)),
      }),
    ).toBe(200);

    const webhooks = new Command('webhooks');
    let help = '';
    const surroundings: Surroundings = { env: {}, stdout: { write: () => {} }, stderr: { write: () => {} } };
    addWebhooksListenCommand(webhooks, surroundings, new EventEmitter());
    const [command] = webhooks.commands;
    command!.exitOverride().configureOutput({ writeOut: (text) => (help += text) });
    expect(() => command!.outputHelp()).not.toThrow();
    expect(help).toMatch(/With --secret, [^]*others on this machine can\s+see the secret/);
  });

  it.each<[string, string[], NodeJS.ProcessEnv, RegExp]>([
    ['no secret', [], {}, /set PROBITY_WEBHOOK_SECRET to the secret that you got/],
    ['an empty secret', [], { PROBITY_WEBHOOK_SECRET: '' }, /set PROBITY_WEBHOOK_SECRET/],
    ['an invalid secret', ['--secret', 'hunter2'], {}, /^--secret is not a signing secret: .*whsec_/],
    [
      'an invalid secret among several',
      [],
      { PROBITY_WEBHOOK_SECRET: `${SECRET},hunter2` },
      /^PROBITY_WEBHOOK_SECRET contains a value that is not a signing secret/,
    ],
    ['an invalid secret in the variable', [], { PROBITY_WEBHOOK_SECRET: 'hunter2\n' }, /^PROBITY_WEBHOOK_SECRET is no/],
    ['an invalid port', ['--port', '65536'], {}, /It must be a port number/],
    ['an invalid status', ['--status', '199'], {}, /It must be an HTTP status/],
  ])('does not start with %s', async (_what, args, env, message) => {
    const failure = await listen(args, env).ended;
    expect(failure).toMatchObject({ exitCode: 2, code: 'usage', message: expect.stringMatching(message) });
    expect(failure!.message).not.toContain('hunter2');
  });

  it('says that a port is in use', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    const listening = listen(['--port', String(port)]);
    const failure = await listening.ended;
    taken.close();
    expect(failure).toMatchObject({
      exitCode: 1,
      code: 'port',
      message: expect.stringContaining(`port ${port} of 127.0.0.1 is in use`),
    });
  });
});
