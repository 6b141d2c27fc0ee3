import { highRiskCorridor, largeCash, roundAmounts, structuring } from './default-rules/amount-rules';
import {
  burstOnNewAccount,
  countVelocity,
  dormantAccountWoken,
  rapidInAndOut,
  spikeAgainstBaseline,
  sumVelocity,
} from './default-rules/behaviour-rules';
import type { DefaultRule } from './default-rules/default-rule';
import { manyToOne, oneToMany } from './default-rules/network-rules';

/** The rules that a new tenant begins with. They ask for the country lists `high_risk` and `call_for_action`. */
export const DEFAULT_RULES: readonly DefaultRule[] = [
  largeCash,
  structuring,
  countVelocity,
  sumVelocity,
  spikeAgainstBaseline,
  rapidInAndOut,
  dormantAccountWoken,
  roundAmounts,
  highRiskCorridor,
  manyToOne,
  oneToMany,
  burstOnNewAccount,
];
