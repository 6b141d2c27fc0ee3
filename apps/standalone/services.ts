import type { KeyObject } from 'node:crypto';
import type { ServiceOf } from '@probity/service/service';
import type { HttpSettings } from '@probity/platform/http/http-settings';
import type { MasterKeySettings, PersonalDataKeySettings } from '@probity/platform/keys/key-variables';
import type { PrivateNetwork } from '@probity/targets/private-networks';
import { backOffice } from '../back-office/back-office-service';
import { customerRisk } from '../customer-risk/customer-risk-service';
import { gateway } from '../gateway/gateway-service';
import { ledger } from '../ledger/ledger-service';
import type { CopySettings } from '../notary/copies/copy-variables';
import { notary } from '../notary/notary-service';
import { pipeline } from '../pipeline/pipeline-service';
import { relay } from '../relay/relay-service';
import { webhookDispatcher } from '../webhook-dispatcher/webhook-dispatcher-service';

/** The variables that only some services read, in addition to the variables of every service. */
export interface Settings extends HttpSettings, MasterKeySettings, PersonalDataKeySettings, CopySettings {
  PROBITY_OPERATOR_TOKEN: string;
  PROBITY_GRANT_KEY: KeyObject;
  WEBHOOK_PORTS: number[];
  WEBHOOK_ALLOW_LOOPBACK: boolean;
  PROVIDER_PORTS: number[];
  PROVIDER_ALLOW_LOOPBACK: boolean;
  PROVIDER_ALLOWED_NETWORKS: PrivateNetwork[];
  BACK_OFFICE_ORIGIN: string;
  FILE_SCAN_COMMAND: string[];
  FILE_SCAN_SECONDS: number;
  VERIFY_LEDGERS_EVERY_HOURS: number;
  VERIFY_AUDIT_TRAILS_EVERY_HOURS: number;
}

/**
 * A group starts when the one before it has started: the pipeline sends commands to customer-risk. The services of a
 * group start at the same time, because the thread of the pipeline needs a while.
 */
export const START_GROUPS: ServiceOf<Settings>[][] = [
  [ledger, customerRisk],
  [pipeline, webhookDispatcher, relay, notary, backOffice, gateway],
];

export const SERVICES = START_GROUPS.flat();
