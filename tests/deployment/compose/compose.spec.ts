import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { APPS, entryOf, stopTimeOf } from '../apps';
import { readProjectFile } from '../project-files';
import { SETUP, unknownTo } from '../setup-commands';
import { interpolate, readComposeFile, type Service } from './compose-file';
import { problemsOfComposeFile } from './compose-schema';

const compose = readComposeFile();
const services = Object.entries(compose.services);
const isOurs = ([, { command }]: [string, Service]) => command?.[0]?.startsWith('dist/') ?? false;
const oneShots = SETUP.map(({ step }) => `setup-${step}`);

describe('docker-compose.yml', () => {
  it('conforms to the published schema of compose files', () => {
    expect(problemsOfComposeFile(compose)).toEqual([]);
  });

  it('runs every app, and Kafka, the event store and Postgres', () => {
    expect(Object.keys(compose.services).sort()).toEqual(
      [...APPS, ...oneShots, 'event-store', 'kafka', 'postgres'].sort(),
    );
    for (const app of APPS) expect(compose.services[app]!.command).toEqual([entryOf(app)]);
  });

  it.each(SETUP)('sets up the $step with an existing command', ({ step, command }) => {
    const [entry, ...words] = compose.services[`setup-${step}`]!.command!;
    expect([entry, ...words.slice(0, command.length)]).toEqual([entryOf('cli'), ...command]);
    expect(unknownTo(words)).toEqual([]);
  });

  it('pins the versions of other images', () => {
    for (const [name, service] of services.filter((one) => !isOurs(one))) {
      expect({ name, image: interpolate(service.image!, {}) }).toEqual({
        name,
        image: expect.stringMatching(/^[\w/-]+:\d+\.\d+(\.\d+)?$/),
      });
    }
  });

  it('declares the networks and volumes that it uses, and no others', () => {
    const named = (what: 'networks' | 'volumes') => [
      ...new Set(services.flatMap(([, service]) => service[what] ?? []).map((one) => one.split(':')[0])),
    ];
    expect(named('networks').sort()).toEqual(Object.keys(compose.networks).sort());
    expect(named('volumes').sort()).toEqual(Object.keys(compose.volumes).sort());
  });

  it('can run several containers of an app', () => {
    expect(readProjectFile('docker-compose.yml')).not.toMatch(/container_name|hostname:/);
    expect(interpolate(compose.services.gateway!.ports![0]!, { GATEWAY_PORTS: '3010-3019' })).toBe(
      '127.0.0.1:3010-3019:3000',
    );
  });
});

describe('the start order in docker-compose.yml', () => {
  it('waits only for existing services, and for conditions that they can meet', () => {
    const problems = services.flatMap(([name, { depends_on }]) =>
      Object.entries(depends_on ?? {}).flatMap(([needed, { condition }]) => {
        const service = compose.services[needed];
        const answer = `${name} waits for ${needed} to be ${condition}`;
        if (!service) return [`${answer}, but ${needed} does not exist`];
        if (condition === 'service_healthy' && !service.healthcheck) return [`${answer}, but it has no health check`];
        if (condition === 'service_completed_successfully' && service.restart !== 'no') {
          return [`${answer}, but it never ends`];
        }
        return [];
      }),
    );
    expect(problems).toEqual([]);
  });

  it('has no cycle', () => {
    const circles: string[] = [];
    const visit = (name: string, path: string[]): void => {
      if (path.includes(name)) circles.push([...path, name].join(' -> '));
      else for (const needed of Object.keys(compose.services[name]?.depends_on ?? {})) visit(needed, [...path, name]);
    };
    for (const [name] of services) visit(name, []);
    expect(circles).toEqual([]);
  });

  it.each(APPS)('starts %s after the set-up and the stores that it uses', (app) => {
    const { depends_on, environment } = compose.services[app]!;
    expect(depends_on).toEqual({
      'setup-database': { condition: 'service_completed_successfully' },
      'setup-topics': { condition: 'service_completed_successfully' },
      kafka: { condition: 'service_healthy' },
      postgres: { condition: 'service_healthy' },
      ...('EVENTSTORE_URL' in environment! && { 'event-store': { condition: 'service_healthy' } }),
    });
  });
});

describe('health checks in docker-compose.yml', () => {
  it('exist for every service that keeps running', () => {
    const unchecked = services.filter(([name, { healthcheck }]) => !oneShots.includes(name) && !healthcheck);
    expect(unchecked.map(([name]) => name)).toEqual([]);
  });

  it.each(APPS.flatMap((app) => [200, 503].map((status) => [app, status] as const)))(
    'ask %s whether it is ready, and fail unless the status is 200: %d',
    async (app, status) => {
      const asked: string[] = [];
      const server = createServer((request, answer) => {
        asked.push(request.url!);
        answer.writeHead(status).end();
      });
      await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
      const [kind, command, ...args] = compose.services[app]!.healthcheck!.test.map((text) => interpolate(text, {}));
      const check = spawn(command!, args, {
        env: { ...process.env, PORT: String((server.address() as AddressInfo).port) },
      });
      const code = await new Promise((ended) => check.once('exit', ended));
      server.close();
      expect({ kind, asked, code }).toEqual({ kind: 'CMD', asked: ['/health/ready'], code: status === 200 ? 0 : 1 });
    },
  );

  it.each(APPS)('reach %s on the port that it listens on', (app) => {
    const { environment, ports } = compose.services[app]!;
    for (const port of ports ?? []) expect(port.split(':').at(-1)).toBe(environment!.PORT);
    expect(environment!.HOST).toBe('0.0.0.0');
  });
});

describe('containers in docker-compose.yml', () => {
  it.each(services)('%s has no capabilities and can gain no privileges', (_name, service) => {
    expect(service.cap_drop).toEqual(['ALL']);
    expect(service.security_opt).toEqual(['no-new-privileges:true']);
    for (const escape of ['privileged', 'cap_add', 'network_mode', 'pid', 'ipc', 'devices']) {
      expect(service).not.toHaveProperty(escape);
    }
    expect(service.volumes ?? []).not.toContainEqual(expect.stringMatching(/^[./~]/));
  });

  it.each(services.filter(isOurs))('%s can change nothing in its image', (_name, service) => {
    expect(service).toMatchObject({ read_only: true, init: true });
    expect(service).not.toHaveProperty('user'); // the image sets the user
  });

  it.each(APPS)('%s has enough time to shut down cleanly', (app) => {
    expect(compose.services[app]!.stop_grace_period).toBe(`${stopTimeOf(app)}s`);
  });

  it('use an internal network only, except for published ports, the sender of webhooks and the caller of providers', () => {
    expect(compose.networks.internal).toEqual({ internal: true });
    const more: Record<string, string> = {
      gateway: 'published',
      'back-office': 'published',
      pipeline: 'receivers',
      'webhook-dispatcher': 'receivers',
    };
    for (const [name, { networks, ports }] of services) {
      expect({ name, networks }).toEqual({ name, networks: ['internal', ...(more[name] ? [more[name]] : [])] });
      expect((ports ?? []).length).toBe(more[name] === 'published' ? 1 : 0);
      for (const port of ports ?? []) expect(port).toMatch(/^127\.0\.0\.1:/);
    }
  });

  it('lets webhooks reach only the internet', () => {
    const { WEBHOOK_ALLOW_LOOPBACK, WEBHOOK_PORTS } = compose.services['webhook-dispatcher']!.environment!;
    expect(WEBHOOK_ALLOW_LOOPBACK).toBe('false');
    expect(interpolate(WEBHOOK_PORTS!, {})).toBe('');
  });

  it('lets calls to providers reach only the internet', () => {
    const { PROVIDER_ALLOW_LOOPBACK, PROVIDER_ALLOWED_NETWORKS, PROVIDER_PORTS } =
      compose.services.pipeline!.environment!;
    expect(PROVIDER_ALLOW_LOOPBACK).toBe('false');
    expect(interpolate(PROVIDER_PORTS!, {})).toBe('');
    expect(interpolate(PROVIDER_ALLOWED_NETWORKS!, {})).toBe('');
  });
});
