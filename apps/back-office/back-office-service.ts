import { PROPOSAL_COMMANDS } from '@probity/contracts/topics';
import { connectTransport } from '@probity/messaging/create-microservice';
import { ROLES } from '@probity/persistence/roles';
import { portList, token, trueOrFalse } from '@probity/platform/configuration';
import { closeGracefully } from '@probity/platform/http/close-gracefully';
import { HTTP_VARIABLES, type HttpSettings } from '@probity/platform/http/http-settings';
import { MASTER_KEY_VARIABLES, masterKeys, type MasterKeySettings } from '@probity/platform/keys/key-variables';
import { PluginRegistry } from '@probity/providers/registry';
import { Sealer } from '@probity/platform/sealing';
import { SealedKeys } from '@probity/service/resealing/sealed-keys';
import { type Service, WRITE_TIMEOUT_MS } from '@probity/service/service';
import { type PrivateNetwork, privateNetworks } from '@probity/targets/private-networks';
import { grantKeyStream, openGrantSigner } from './api-keys/grant-key';
import { FILE_SCAN_VARIABLES } from './cases/files/scan-settings';
import { createBackOffice } from './create-back-office';
import { PROJECTIONS } from './projections';
import { browserOrigin, SignInSettings } from './sign-in/sign-in-settings';
import { sealedStaffSecrets } from './staff/sealed-staff-secrets';
import { VERIFICATION_VARIABLES, type VerificationSettings } from './verification/verification-settings';

interface Settings extends MasterKeySettings, VerificationSettings {
  PROBITY_OPERATOR_TOKEN: string;
  BACK_OFFICE_ORIGIN: string;
  PROVIDER_PORTS: number[];
  PROVIDER_ALLOW_LOOPBACK: boolean;
  PROVIDER_ALLOWED_NETWORKS: PrivateNetwork[];
  FILE_SCAN_COMMAND: string[];
  FILE_SCAN_SECONDS: number;
}

/**
 * Serves the API for officers and operators, stores the events of tenants, sends commands to the other services, and
 * makes proposals for institutions.
 */
export const backOffice: Service<
  'events' | 'commands' | 'transport' | 'operations' | 'rebuild' | 'dependencies',
  HttpSettings & Settings
> = {
  name: 'back-office',
  role: ROLES.backOffice,
  port: 3001,
  variables: {
    ...HTTP_VARIABLES,
    PROBITY_OPERATOR_TOKEN: token(),
    ...MASTER_KEY_VARIABLES,
    BACK_OFFICE_ORIGIN: browserOrigin({ default: '' }),
    PROVIDER_PORTS: portList({ default: [] }),
    PROVIDER_ALLOW_LOOPBACK: trueOrFalse({ default: false }),
    PROVIDER_ALLOWED_NETWORKS: privateNetworks({ default: [] }),
    ...FILE_SCAN_VARIABLES,
    ...VERIFICATION_VARIABLES,
  },
  pool: { queryTimeoutMs: WRITE_TIMEOUT_MS },
  // for the removal of erased bytes, which has no time limit
  maintenancePool: { poolSize: 1 },
  needs: ['events', 'commands', 'transport', 'operations', 'rebuild', 'dependencies'],
  topics: [PROPOSAL_COMMANDS],
  operations: { schema: 'back_office', sealingKeys: masterKeys },
  masterKeys,
  projections: PROJECTIONS,
  sealed: ({ database, stored, store }, settings) => {
    const sealer = new Sealer(masterKeys(settings));
    const grantKey = new SealedKeys('key that signs API keys', sealer, grantKeyStream(stored, sealer));
    return [grantKey, ...sealedStaffSecrets(database, sealer, store)];
  },
  start: async (parts, { PROBITY_OPERATOR_TOKEN, ...settings }) => {
    const targets = {
      allowedPorts: new Set(settings.PROVIDER_PORTS),
      allowInsecureLoopback: settings.PROVIDER_ALLOW_LOOPBACK,
      privateNetworks: settings.PROVIDER_ALLOWED_NETWORKS,
    };
    const scanning = { command: settings.FILE_SCAN_COMMAND, timeoutMs: settings.FILE_SCAN_SECONDS * 1000 };
    if (scanning.command.length === 0) {
      parts.logger.info('files of cases are not scanned; set FILE_SCAN_COMMAND to a program that does');
    }
    const http = await createBackOffice({
      ...parts,
      grantSigner: await openGrantSigner(parts.events, masterKeys(settings)),
      settings,
      signIn: new SignInSettings(settings.BACK_OFFICE_ORIGIN, targets),
      scanning,
      verification: settings,
      operatorToken: PROBITY_OPERATOR_TOKEN,
      masterKeys: masterKeys(settings),
      plugins: PluginRegistry.load(),
    });
    await connectTransport(http, parts.transport, parts.logger);
    return { http, stop: () => closeGracefully(http) };
  },
};
