import type { ServiceOf } from '@probity/service/service';
import type { HttpSettings } from '@probity/platform/http/http-settings';
import type { PrivateNetwork } from '@probity/targets/private-networks';
import { backOffice } from '../back-office/back-office-service';
import { customerRisk } from '../customer-risk/customer-risk-service';
import { gateway } from '../gateway/gateway-service';
import { ledger } from '../ledger/ledger-service';
import { pipeline } from '../pipeline/pipeline-service';
import { relay } from '../relay/relay-service';
import { webhookDispatcher } from '../webhook-dispatcher/webhook-dispatcher-service';

/** The variables that only some services read, in addition to the variables of every service. */
export interface Settings extends HttpSettings {
  PROBITY_MASTER_KEY: Buffer;
  PROBITY_PERSONAL_DATA_KEY: Buffer;
  PROBITY_OPERATOR_TOKEN: string;
  WEBHOOK_PORTS: number[];
  WEBHOOK_ALLOW_LOOPBACK: boolean;
  PROVIDER_PORTS: number[];
  PROVIDER_ALLOW_LOOPBACK: boolean;
  PROVIDER_ALLOWED_NETWORKS: PrivateNetwork[];
  BACK_OFFICE_ORIGIN: string;
  FILE_SCAN_COMMAND: string[];
  FILE_SCAN_SECONDS: number;
}

/** Every service, in the order in which they start: an API starts after the services that it calls. */
export const SERVICES: ServiceOf<Settings>[] = [
  ledger,
  customerRisk,
  pipeline,
  webhookDispatcher,
  relay,
  backOffice,
  gateway,
];
