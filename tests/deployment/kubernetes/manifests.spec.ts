import fastify from 'fastify';
import { existsSync } from 'node:fs';
import { BlockList, isIPv4 } from 'node:net';
import { join } from 'node:path';
import { TOPICS } from '@probity/contracts/every-topic';
import { CUSTOMER_COMMANDS, LEDGER_COMMANDS, PIPELINE_COMMANDS, WEBHOOK_COMMANDS } from '@probity/contracts/topics';
import { registerOperationRoutes } from '@probity/platform/http/operation-routes';
import type { Metrics } from '@probity/platform/metrics';
import { APPS, entryOf, stopTimeOf } from '../apps';
import { PROJECT } from '../project-files';
import { SETUP, unknownTo } from '../setup-commands';
import { resolve } from './kustomization';
import { type Container, selects, theOne, type Workload, workloadsOf } from './manifest';

/** The topics whose partitions limit the number of useful instances, by app. */
const COMMAND_TOPICS = {
  ledger: LEDGER_COMMANDS,
  'customer-risk': CUSTOMER_COMMANDS,
  pipeline: PIPELINE_COMMANDS,
  'webhook-dispatcher': WEBHOOK_COMMANDS,
};

/** The pipeline writes the files of lists that it fetches to the disk of the node: they are too large for memory. */
const DISK = { sizeLimit: '4Gi' };

const FOLDERS = ['deploy/kubernetes/base', 'deploy/kubernetes/overlays/example'];

describe.each(FOLDERS)('the manifests of %s', (folder) => {
  const manifests = resolve(folder);
  const workloads = workloadsOf(manifests);
  const ofKind = (kind: string) => manifests.filter((one) => one.kind === kind);
  const workloadOf = (app: string) => workloads.find(({ name }) => name === `probity-${app}`)!;
  const containerOf = (app: string) => workloadOf(app).containers[0]!;
  const portsOf = ({ containers }: Workload) => containers.flatMap(({ ports }) => ports ?? []);

  it('run every app, and the set-up', () => {
    expect(workloads.map(({ kind, name }) => `${kind} ${name}`).sort()).toEqual(
      [...APPS.map((app) => `Deployment probity-${app}`), 'Job probity-setup'].sort(),
    );
  });

  it('run one image', () => {
    const images = workloads.flatMap(({ containers }) => containers.map(({ image }) => image));
    expect(new Set(images).size).toBe(1);
    expect(images[0]).toMatch(/^(images\.example\/)?probity:\d+\.\d+\.\d+$/);
  });

  describe.each(APPS)('of %s', (app) => {
    const deployment = theOne(manifests, 'Deployment', `probity-${app}`);
    const container = containerOf(app);

    it('start the app, and nothing else', () => {
      expect(workloadOf(app).containers).toHaveLength(1);
      expect(container).toMatchObject({ name: app, args: [entryOf(app)] });
      expect(container).not.toHaveProperty('command'); // the image sets the command
      expect(existsSync(join(PROJECT, 'apps', app, 'main.ts'))).toBe(true);
    });

    it('listen on the port that they publish', () => {
      const port = container.env!.find(({ name }) => name === 'PORT')!.value;
      expect(container.ports).toEqual([{ name: 'http', containerPort: Number(port) }]);
      expect(deployment.spec.template.metadata.annotations).toMatchObject({
        'prometheus.io/port': port,
        'prometheus.io/path': '/metrics',
      });
    });

    it('probe the health endpoints that the app serves', async () => {
      expect(container.startupProbe.httpGet).toEqual({ path: '/health/live', port: 'http' });
      expect(container.livenessProbe.httpGet).toEqual({ path: '/health/live', port: 'http' });
      expect(container.readinessProbe.httpGet).toEqual({ path: '/health/ready', port: 'http' });
      const server = fastify();
      registerOperationRoutes(server, [], {} as Metrics);
      for (const url of ['/health/live', '/health/ready', '/metrics']) {
        expect(server.hasRoute({ method: 'GET', url })).toBe(true);
      }
    });

    it('roll out without reducing the number of instances, and give time to shut down cleanly', () => {
      expect(deployment.spec.strategy).toEqual({
        type: 'RollingUpdate',
        rollingUpdate: { maxUnavailable: 0, maxSurge: 1 },
      });
      // The grace period includes the preStop pause. A service limits its own shutdown to 28 s.
      const pause = container.lifecycle?.preStop.sleep.seconds ?? 0;
      expect(deployment.spec.template.spec.terminationGracePeriodSeconds - pause).toBe(stopTimeOf(app));
      const isCalled = theOne(manifests, 'Service', `probity-${app}`).spec.clusterIP !== 'None';
      expect(pause).toBe(isCalled ? 5 : 0);
    });

    it('spread over zones and nodes', () => {
      const spread = workloadOf(app).pod.topologySpreadConstraints as { topologyKey: string; labelSelector: object }[];
      expect(spread.map(({ topologyKey }) => topologyKey)).toEqual([
        'topology.kubernetes.io/zone',
        'kubernetes.io/hostname',
      ]);
      for (const { labelSelector } of spread) expect(selects(labelSelector, workloadOf(app).labels)).toBe(true);
    });

    it('keep at least two instances, of which at most one at a time may be removed', () => {
      const scaler = ofKind('HorizontalPodAutoscaler').find(
        ({ spec }) => spec.scaleTargetRef.name === `probity-${app}`,
      );
      expect(scaler ? scaler.spec.minReplicas : deployment.spec.replicas).toBeGreaterThanOrEqual(2);
      if (scaler) expect(deployment.spec).not.toHaveProperty('replicas'); // each apply would reset the scaling
      expect(theOne(manifests, 'PodDisruptionBudget', `probity-${app}`).spec.maxUnavailable).toBe(1);
    });
  });

  it('select, in every selector, the pods of exactly one app', () => {
    const selectors = [
      ...ofKind('Deployment').map((one) => ({ one, selector: one.spec.selector })),
      ...ofKind('PodDisruptionBudget').map((one) => ({ one, selector: one.spec.selector })),
      ...ofKind('Service').map((one) => ({ one, selector: { matchLabels: one.spec.selector } })),
    ];
    expect(selectors).toHaveLength(3 * APPS.length);
    for (const { one, selector } of selectors) {
      const hit = workloads.filter(({ labels }) => selects(selector, labels)).map(({ name }) => name);
      expect({ kind: one.kind, hit }).toEqual({ kind: one.kind, hit: [one.metadata.name] });
    }
  });

  it('have services whose target ports exist', () => {
    for (const { metadata, spec } of ofKind('Service')) {
      const names = portsOf(workloads.find(({ name }) => name === metadata.name)!).map(({ name }) => name);
      for (const { targetPort } of spec.ports) expect(names).toContain(targetPort);
    }
  });

  it('have an ingress that leads to existing services, and only to their API', () => {
    for (const { spec } of ofKind('Ingress')) {
      for (const { path, pathType, backend } of spec.rules.flatMap(({ http }: any) => http.paths)) {
        expect({ path, pathType }).toEqual({ path: '/api', pathType: 'Prefix' });
        const { ports } = theOne(manifests, 'Service', backend.service.name).spec;
        expect(ports.map(({ name }: { name: string }) => name)).toContain(backend.service.port.name);
      }
    }
  });

  it('scale existing deployments, and consumers of commands to at most the number of partitions', () => {
    for (const { metadata, spec } of ofKind('HorizontalPodAutoscaler')) {
      expect(spec.scaleTargetRef).toEqual({ apiVersion: 'apps/v1', kind: 'Deployment', name: metadata.name });
      expect(workloads.map(({ name }) => name)).toContain(metadata.name);
      expect(spec.maxReplicas).toBeGreaterThan(spec.minReplicas);
    }
    for (const [app, topic] of Object.entries(COMMAND_TOPICS)) {
      const { partitions } = TOPICS.find(({ name }) => name === topic)!;
      const { maxReplicas } = theOne(manifests, 'HorizontalPodAutoscaler', `probity-${app}`).spec;
      expect({ app, fits: maxReplicas <= partitions }).toEqual({ app, fits: true });
    }
  });

  it.each(SETUP)('set up the $step with an existing command', ({ step, command }) => {
    const [entry, ...words] = workloadOf('setup').containers.find(({ name }) => name === step)!.args!;
    expect([entry, ...words.slice(0, command.length)]).toEqual([entryOf('cli'), ...command]);
    expect(unknownTo(words)).toEqual([]);
  });

  describe.each(workloads)('the pods of $name', ({ pod, name, containers }) => {
    it('keep to the restricted profile', () => {
      expect(pod.securityContext).toEqual({
        runAsNonRoot: true,
        runAsUser: 10001,
        runAsGroup: 10001,
        seccompProfile: { type: 'RuntimeDefault' },
      });
      for (const field of ['hostNetwork', 'hostPID', 'hostIPC', 'shareProcessNamespace']) {
        expect(pod).not.toHaveProperty(field);
      }
      for (const { securityContext } of containers) {
        expect(securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
      }
    });

    it('have their own service account, without access to the API server', () => {
      expect(pod).toMatchObject({ serviceAccountName: name, automountServiceAccountToken: false });
      expect(theOne(manifests, 'ServiceAccount', name)).toMatchObject({ automountServiceAccountToken: false });
    });

    it('write to memory only, apart from the files of lists that are fetched, and mount what they declare', () => {
      const optional = (of: string) => ({ configMap: { name: of, optional: true } });
      const volumes = Object.fromEntries((pod.volumes as any[]).map(({ name: volume, ...rest }) => [volume, rest]));
      expect(volumes).toEqual({
        temporary: { emptyDir: name === 'probity-pipeline' ? DISK : { medium: 'Memory', sizeLimit: '16Mi' } },
        'kafka-ca': optional('probity-kafka-ca'),
        ...(name === 'probity-notary' && { 'timestamp-ca': optional('probity-timestamp-ca') }),
      });
      for (const { volumeMounts } of containers) {
        for (const { name: volume, mountPath, readOnly } of volumeMounts) {
          expect(volumes).toHaveProperty([volume]);
          expect({ mountPath, readOnly }).toEqual(
            volume === 'temporary'
              ? { mountPath: '/tmp', readOnly: undefined }
              : { mountPath: `/etc/probity/${volume}`, readOnly: true },
          );
        }
      }
    });

    it('request resources, and have a memory limit', () => {
      for (const { resources } of containers) {
        expect(resources.requests).toEqual({ cpu: expect.stringMatching(/^\d+m$/), memory: expect.any(String) });
        expect(resources.limits).toEqual({ memory: resources.requests.memory });
      }
    });
  });
});

describe.each(FOLDERS)('the allowed connections in %s', (folder) => {
  const manifests = resolve(folder);
  const policies = manifests.filter(({ kind }) => kind === 'NetworkPolicy').map(({ spec }) => spec);
  const workloads = workloadsOf(manifests);

  /** Returns which namespaces can reach the pods, and which ports the pods can reach. */
  function traffic({ labels, containers }: Workload) {
    const own = policies.filter(({ podSelector }) => selects(podSelector, labels));
    const rules = (direction: 'ingress' | 'egress', type: string): any[] =>
      own.filter(({ policyTypes }) => policyTypes.includes(type)).flatMap((policy) => policy[direction] ?? []);
    return {
      isolated: ['Ingress', 'Egress'].every((type) => own.some(({ policyTypes }) => policyTypes.includes(type))),
      from: rules('ingress', 'Ingress').flatMap(({ from, ports }) => {
        expect(ports.map(({ port }: { port: string }) => namedPort(containers, port))).not.toContain(undefined);
        return from.flatMap(({ namespaceSelector }: any) => Object.keys(namespaceSelector.matchLabels));
      }),
      to: rules('egress', 'Egress').flatMap(({ ports }) => ports.map(({ port }: { port: number }) => port)),
    };
  }

  const namedPort = (containers: Container[], port: string) =>
    containers.flatMap(({ ports }) => ports ?? []).find(({ name }) => name === port);

  const KAFKA = folder.endsWith('base') ? 9092 : 9093;
  it.each([
    ['gateway', ['probity/institutions', 'probity/metrics'], [53, 53, 5432, KAFKA]],
    ['back-office', ['probity/staff', 'probity/metrics'], [53, 53, 5432, KAFKA, 2113, 443]],
    ['ledger', ['probity/metrics'], [53, 53, 5432, KAFKA, 2113]],
    ['relay', ['probity/metrics'], [53, 53, 5432, KAFKA, 2113]],
    ['customer-risk', ['probity/metrics'], [53, 53, 5432, KAFKA, 2113]],
    ['pipeline', ['probity/metrics'], [53, 53, 5432, KAFKA, 2113, 443]],
    ['webhook-dispatcher', ['probity/metrics'], [53, 53, 5432, KAFKA, 2113, 443]],
    ['notary', ['probity/metrics'], [53, 53, 5432, KAFKA, 2113, 443]],
    ['setup', [], [53, 53, 5432, KAFKA]],
  ])('%s', (name, from, to) => {
    expect(traffic(workloads.find((one) => one.name === `probity-${name}`)!)).toEqual({ isolated: true, from, to });
  });

  it('have a default that isolates every pod', () => {
    expect(policies).toContainEqual({ podSelector: {}, policyTypes: ['Ingress', 'Egress'] });
  });
});

describe.each(FOLDERS)('the addresses that webhooks may reach in %s', (folder) => {
  const { egress } = theOne(resolve(folder), 'NetworkPolicy', 'probity-receivers').spec;
  const blocks = egress.flatMap(({ to }: any) => to).map(({ ipBlock }: any) => ipBlock);

  /** Returns whether a rule allows the address: it is in a block, and in none of the block's exceptions. */
  const isAllowed = (address: string): boolean => {
    const family = isIPv4(address) ? 'ipv4' : 'ipv6';
    const isIn = (cidrs: string[]): boolean => {
      const list = new BlockList();
      for (const cidr of cidrs) {
        const [network, prefix] = cidr.split('/') as [string, string];
        if (isIPv4(network) === (family === 'ipv4')) list.addSubnet(network, Number(prefix), family);
      }
      return list.check(address, family);
    };
    return blocks.some(({ cidr, except }: any) => isIn([cidr]) && !isIn(except));
  };

  it('are limited to the port of HTTPS, on IPv4 and IPv6', () => {
    expect(egress.map(({ ports }: any) => ports)).toEqual([[{ port: 443 }]]);
    expect(blocks.map(({ cidr }: any) => cidr)).toEqual(['0.0.0.0/0', '::/0']);
  });

  it.each(['1.1.1.1', '8.8.8.8', '93.184.215.14', '172.15.0.1', '172.32.0.1', '100.63.0.1', '2606:4700::1111'])(
    'include %s',
    (address) => expect(isAllowed(address)).toBe(true),
  );

  it.each([
    ...['0.0.0.1', '10.0.0.1', '10.96.0.1', '100.64.0.1', '100.100.100.200', '127.0.0.1', '168.63.129.16'],
    ...['169.254.169.254', '172.16.0.1', '172.31.255.255', '192.0.0.192', '192.0.2.1', '192.168.1.1', '198.18.0.1'],
    ...['198.51.100.1', '203.0.113.1', '224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255'],
    ...['::', '::1', '64:ff9b::a00:1', '64:ff9b:1::1', '100::1', 'fc00::1', 'fd00:ec2::254', 'fe80::1', 'fec0::1'],
    ...['ff02::1', '2001::1', '2001:db8::1', '2002:a00:1::', '3fff::1', '5f00::1', '4000::1'],
  ])('do not include %s', (address) => expect(isAllowed(address)).toBe(false));
});

it('the overlay restricts the addresses of the stores', () => {
  const reached = resolve(FOLDERS[1]!)
    .filter(({ kind, metadata }) => kind === 'NetworkPolicy' && metadata.name !== 'probity-receivers')
    .filter(({ spec }) => spec.egress)
    .flatMap(({ spec }) => spec.egress as { to?: object[] }[]);
  expect(reached).toHaveLength(4);
  for (const { to } of reached) expect(to).toHaveLength(1);
});
