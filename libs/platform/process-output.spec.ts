import { PassThrough } from 'node:stream';
import { ProcessOutput } from './process-output';

describe('what a process prints', () => {
  function output(isTTY: boolean) {
    const stdout = Object.assign(new PassThrough(), { isTTY });
    const stderr = Object.assign(new PassThrough(), { isTTY });
    const said = { stdout: () => String(stdout.read() ?? ''), stderr: () => String(stderr.read() ?? '') };
    return { print: new ProcessOutput('gateway', stdout, stderr), ...said };
  }
  const READY = { message: 'Probity is ready.', text: 'Probity is ready.\nAPI key k1', fields: { port: 3000 } };

  it('at a terminal is text', () => {
    const { print, stdout, stderr } = output(true);
    print.ready(READY);
    print.say('Probity has stopped.');
    print.failure(new Error('port 3000 is in use'));
    expect(stdout()).toBe('Probity is ready.\nAPI key k1\nProbity has stopped.\n');
    expect(stderr()).toBe('gateway: port 3000 is in use\n');
  });

  it('elsewhere is a line of JSON, without the key', () => {
    const { print, stdout } = output(false);
    print.ready(READY);
    const [line, ...rest] = stdout().split('\n');
    expect(JSON.parse(line!)).toEqual({
      level: 'info',
      time: expect.stringMatching(/^\d{4}-.*Z$/),
      service: 'gateway',
      port: 3000,
      msg: 'Probity is ready.',
    });
    expect(rest).toEqual(['']);
  });

  it('about an error is one line on standard error, also if the message has more', () => {
    const { print, stdout, stderr } = output(false);
    print.failure(new Error('the configuration is invalid:\n  - PORT is missing'));
    expect(stdout()).toBe('');
    expect(JSON.parse(stderr())).toMatchObject({
      level: 'fatal',
      msg: 'the configuration is invalid:\n  - PORT is missing',
    });
  });

  it('about a defect has its stack', () => {
    const { print, stderr } = output(false);
    print.crash(new Error('undefined is not a function'));
    expect(JSON.parse(stderr())).toMatchObject({
      level: 'fatal',
      err: { message: 'undefined is not a function', stack: expect.stringContaining('process-output.spec') },
    });
  });
});
