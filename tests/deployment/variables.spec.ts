import { readVariables } from '@probity/platform/configuration';
import { APPS, type App } from './apps';
import { readAs, variablesOf } from './app-variables';
import * as compose from './compose/compose-file';
import * as kubernetes from './kubernetes/container-environment';
import { resolve } from './kubernetes/kustomization';
import { workloadsOf } from './kubernetes/manifest';
import { readProjectFile } from './project-files';
import { SETUP } from './setup-commands';

/** Stand-ins for the values that `make-env.sh` creates. */
const ENV_FILE = {
  POSTGRES_PASSWORD: 'a'.repeat(48),
  LEDGER_DATABASE_PASSWORD: 'b'.repeat(48),
  GATEWAY_DATABASE_PASSWORD: 'c'.repeat(48),
  BACK_OFFICE_DATABASE_PASSWORD: 'd'.repeat(48),
  RELAY_DATABASE_PASSWORD: 'e'.repeat(48),
  CUSTOMER_RISK_DATABASE_PASSWORD: 'i'.repeat(48),
  PIPELINE_DATABASE_PASSWORD: 'j'.repeat(48),
  WEBHOOK_DISPATCHER_DATABASE_PASSWORD: 'k'.repeat(48),
  NOTARY_DATABASE_PASSWORD: 'l'.repeat(48),
  PROBITY_MASTER_KEY: Buffer.alloc(32).toString('base64'),
  PROBITY_PERSONAL_DATA_KEY: Buffer.alloc(32, 1).toString('base64'),
  PROBITY_GRANT_KEY: Buffer.alloc(32, 2).toString('base64'),
  PROBITY_OPERATOR_TOKEN: 'f'.repeat(48),
};

/** Stand-ins for the operator's required secrets. */
const SECRETS = {
  'probity-gateway/database-url': 'postgresql://probity_gateway:c@postgres.example/probity',
  'probity-gateway/grant-key': ENV_FILE.PROBITY_GRANT_KEY,
  'probity-back-office/database-url': 'postgresql://probity_back_office:d@postgres.example/probity',
  'probity-back-office/master-key': ENV_FILE.PROBITY_MASTER_KEY,
  'probity-back-office/operator-token': ENV_FILE.PROBITY_OPERATOR_TOKEN,
  'probity-ledger/database-url': 'postgresql://probity_ledger:b@postgres.example/probity',
  'probity-ledger/master-key': ENV_FILE.PROBITY_MASTER_KEY,
  'probity-relay/database-url': 'postgresql://probity_relay:e@postgres.example/probity',
  'probity-customer-risk/database-url': 'postgresql://probity_customer_risk:i@postgres.example/probity',
  'probity-customer-risk/master-key': ENV_FILE.PROBITY_MASTER_KEY,
  'probity-pipeline/database-url': 'postgresql://probity_pipeline:j@postgres.example/probity',
  'probity-pipeline/master-key': ENV_FILE.PROBITY_MASTER_KEY,
  'probity-webhook-dispatcher/database-url': 'postgresql://probity_webhook_dispatcher:k@postgres.example/probity',
  'probity-webhook-dispatcher/master-key': ENV_FILE.PROBITY_MASTER_KEY,
  'probity-notary/database-url': 'postgresql://probity_notary:l@postgres.example/probity',
  'probity-notary/master-key': ENV_FILE.PROBITY_MASTER_KEY,
  'probity-setup/database-url': 'postgresql://owner:a@postgres.example/probity',
  'probity-personal-data/key': ENV_FILE.PROBITY_PERSONAL_DATA_KEY,
  'probity-event-store/url': 'esdb://user:g@event-store.example:2113?tls=true',
};
const ALL_SECRETS = {
  ...SECRETS,
  'probity-kafka/username': 'probity',
  'probity-kafka/password': 'h',
};

describe('docker-compose.yml', () => {
  const { services } = compose.readComposeFile();

  it.each(APPS)('sets every variable that %s reads, and no other', (app) => {
    expect(Object.keys(services[app]!.environment!).sort()).toEqual(Object.keys(variablesOf(app)).sort());
  });

  it.each(APPS)('sets values that %s accepts', (app) => {
    expect(readAs(app, compose.environmentOf(services[app]!, ENV_FILE))).toMatchObject({
      HOST: '0.0.0.0',
      PORT: Number(services[app]!.environment!.PORT),
    });
  });

  it.each(SETUP)(
    'sets valid values for all variables that the $step step of the set-up reads',
    ({ step, variables }) => {
      const service = services[`setup-${step}`]!;
      expect(Object.keys(service.environment!).sort()).toEqual(Object.keys(variables).sort());
      expect(() => readVariables(compose.environmentOf(service, ENV_FILE), variables)).not.toThrow();
    },
  );

  it('gives the apps the roles and passwords that the set-up makes', () => {
    const made = services['setup-database']!.environment!;
    for (const app of APPS) {
      const role = `probity_${app.replaceAll('-', '_')}`;
      const password = made[`${app.replaceAll('-', '_').toUpperCase()}_DATABASE_PASSWORD`];
      expect(services[app]!.environment!.DATABASE_URL).toBe(`postgresql://${role}:${password}@postgres:5432/probity`);
    }
  });
});

describe.each(['deploy/kubernetes/base', 'deploy/kubernetes/overlays/example'])('%s', (folder) => {
  const manifests = resolve(folder);
  const containers = workloadsOf(manifests).flatMap((one) => one.containers);
  const containerOf = (name: string) => containers.find((one) => one.name === name)!;

  it.each(APPS)('sets every variable that %s reads, and no other', (app) => {
    expect(kubernetes.variablesOf(containerOf(app), manifests)).toEqual(Object.keys(variablesOf(app)).sort());
  });

  it.each(APPS.flatMap((app) => [[app, 'the needed', SECRETS] as const, [app, 'all', ALL_SECRETS] as const]))(
    'sets values that %s accepts, with %s secrets',
    (app: App, _which, secrets) => {
      const environment = kubernetes.environmentOf(containerOf(app), manifests, secrets);
      expect(readAs(app, environment)).toMatchObject({
        HOST: '0.0.0.0',
        PORT: containerOf(app).ports![0]!.containerPort,
        INSTANCE_ID: 'metadata.name',
      });
    },
  );

  it.each(SETUP)(
    'sets valid values for all variables that the $step step of the set-up reads',
    ({ step, variables }) => {
      expect(kubernetes.variablesOf(containerOf(step), manifests)).toEqual(Object.keys(variables).sort());
      const environment = kubernetes.environmentOf(containerOf(step), manifests, SECRETS);
      expect(() => readVariables(environment, variables)).not.toThrow();
    },
  );

  it('gives no app a secret of another app', () => {
    const shared = ['probity-kafka', 'probity-event-store', 'probity-personal-data'];
    for (const app of APPS) {
      const secrets = kubernetes.secretsOf(containerOf(app)).map((secret) => secret.split('/')[0]!);
      expect(secrets.filter((secret) => !shared.includes(secret) && secret !== `probity-${app}`)).toEqual([]);
    }
  });
});

it('deploy/README.md says which app reads which variable, and which ones are required', () => {
  const rows = [...readProjectFile('deploy/README.md').matchAll(/^\| `([A-Z_]+)` +\|((?: +[●○]? +\|){8})/gm)];
  const columns = [
    'gateway',
    'back-office',
    'ledger',
    'relay',
    'customer-risk',
    'pipeline',
    'webhook-dispatcher',
    'notary',
  ] as const;
  expect([...columns].sort()).toEqual([...APPS].sort());
  for (const [column, app] of columns.entries()) {
    const said = rows.flatMap(([, name, marks]) => {
      const mark = marks!.split('|')[column]!.trim();
      return mark === '' ? [] : [`${name} ${mark}`];
    });
    const read = Object.entries(variablesOf(app)).map(
      ([name, specification]) => `${name} ${'default' in (specification as object) ? '○' : '●'}`,
    );
    expect({ app, said: said.sort() }).toEqual({ app, said: read.sort() });
  }
});
