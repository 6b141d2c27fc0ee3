import { resolve } from 'node:path';
import { str } from 'envalid';
import {
  BadConfiguration,
  eventStoreUrl,
  HOST,
  LOG_LEVEL,
  port,
  portList,
  postgresUrl,
  readVariables,
  token,
  trueOrFalse,
} from '@probity/platform/configuration';
import { HTTP_VARIABLES, type HttpSettings } from '@probity/platform/http/http-settings';
import {
  KEY_VARIABLES,
  type MasterKeySettings,
  OPTIONAL_KEY_VARIABLES,
  type PersonalDataKeySettings,
} from '@probity/platform/keys/key-variables';
import { type PrivateNetwork, privateNetworks } from '@probity/targets/private-networks';
import { FILE_SCAN_VARIABLES } from '../back-office/cases/files/scan-settings';
import { VERIFICATION_VARIABLES, type VerificationSettings } from '../back-office/verification/verification-settings';
import { browserOrigin } from '../back-office/sign-in/sign-in-settings';
import { refuseIncomplete } from '../notary/copies/complete-settings';
import { COPY_VARIABLES, copySettings, type CopySettings } from '../notary/copies/copy-variables';
import { readTopicSettings, type TopicSettings } from '../cli/commands/topics/wanted-topics';

const VARIABLES = {
  HOST,
  PORT: port({ default: 3000 }),
  BACK_OFFICE_PORT: port({ default: 3001 }),
  PROBITY_DATA_DIR: str({ default: '.probity' }),
  DATABASE_URL: postgresUrl({ default: undefined }),
  EVENTSTORE_URL: eventStoreUrl({ default: undefined }),
  ...OPTIONAL_KEY_VARIABLES,
  PROBITY_OPERATOR_TOKEN: token({ default: undefined }),
  LOG_LEVEL,
  PROBITY_DEMO: trueOrFalse({ default: true }),
  WEBHOOK_PORTS: portList({ default: [] }),
  WEBHOOK_ALLOW_LOOPBACK: trueOrFalse({ default: undefined }),
  PROVIDER_PORTS: portList({ default: [] }),
  PROVIDER_ALLOW_LOOPBACK: trueOrFalse({ default: undefined }),
  PROVIDER_ALLOWED_NETWORKS: privateNetworks({ default: [] }),
  BACK_OFFICE_ORIGIN: browserOrigin({ default: '' }),
  ...FILE_SCAN_VARIABLES,
  ...COPY_VARIABLES,
  ...VERIFICATION_VARIABLES,
  ...HTTP_VARIABLES,
};

export interface Configuration {
  host: string;
  port: number;
  backOfficePort: number;
  dataDirectory: string;
  databaseUrl: string | undefined;
  eventStoreUrl: string | undefined;
  /** undefined: commands and facts stay in the process */
  kafka: TopicSettings | undefined;
  keys: Partial<MasterKeySettings & PersonalDataKeySettings>;
  operatorToken: string | undefined;
  logLevel: string;
  demo: boolean;
  webhookPorts: number[];
  webhooksMayLoopBack: boolean;
  providerPorts: number[];
  providersMayLoopBack: boolean;
  providerNetworks: PrivateNetwork[];
  /** where browsers reach the back office; empty: not configured */
  backOfficeOrigin: string;
  /** how files of cases are scanned */
  fileScan: { FILE_SCAN_COMMAND: string[]; FILE_SCAN_SECONDS: number };
  /** where checkpoints are copied to */
  copies: CopySettings;
  /** how often Probity verifies by itself */
  verification: VerificationSettings;
  http: HttpSettings;
}

/** @throws Error that names every malformed variable */
export function readConfiguration(environment: NodeJS.ProcessEnv): Configuration {
  const read = readVariables(environment, VARIABLES);
  if (read.PORT !== 0 && read.PORT === read.BACK_OFFICE_PORT) {
    throw new BadConfiguration(['BACK_OFFICE_PORT must differ from PORT']);
  }
  refuseIncomplete(read, environment);
  return {
    host: read.HOST,
    port: read.PORT,
    backOfficePort: read.BACK_OFFICE_PORT,
    dataDirectory: resolve(read.PROBITY_DATA_DIR),
    databaseUrl: read.DATABASE_URL,
    eventStoreUrl: read.EVENTSTORE_URL,
    kafka: environment.KAFKA_BROKERS ? readTopicSettings(environment) : undefined,
    keys: Object.fromEntries(KEY_VARIABLES.map((name) => [name, read[name]])),
    operatorToken: read.PROBITY_OPERATOR_TOKEN,
    logLevel: read.LOG_LEVEL,
    demo: read.PROBITY_DEMO,
    webhookPorts: read.WEBHOOK_PORTS,
    webhooksMayLoopBack: read.WEBHOOK_ALLOW_LOOPBACK ?? read.PROBITY_DEMO,
    providerPorts: read.PROVIDER_PORTS,
    providersMayLoopBack: read.PROVIDER_ALLOW_LOOPBACK ?? read.PROBITY_DEMO,
    providerNetworks: read.PROVIDER_ALLOWED_NETWORKS,
    backOfficeOrigin: read.BACK_OFFICE_ORIGIN,
    fileScan: { FILE_SCAN_COMMAND: read.FILE_SCAN_COMMAND, FILE_SCAN_SECONDS: read.FILE_SCAN_SECONDS },
    copies: copySettings(read),
    verification: {
      VERIFY_LEDGERS_EVERY_HOURS: read.VERIFY_LEDGERS_EVERY_HOURS,
      VERIFY_AUDIT_TRAILS_EVERY_HOURS: read.VERIFY_AUDIT_TRAILS_EVERY_HOURS,
    },
    http: { TRUSTED_PROXIES: read.TRUSTED_PROXIES, BEHIND_TLS: read.BEHIND_TLS },
  };
}
