import Type, { type Static } from 'typebox';
import { view } from '../declaration/view';
import { FOUR_EYES_SWITCHES, type FourEyesSwitch } from './words';

export const MAX_PROPOSAL_HOURS = 720;
/** With less time, reviewers could not keep up; one person alone does not set less. */
const MIN_HOURS_ALONE = 8;

const SWITCHES: Record<FourEyesSwitch, string> = {
  critical_alerts: 'resolving and dismissing critical sanctions alerts',
  kyc: 'confirming and rejecting the identity of a customer',
  rules: 'disabling and loosening monitoring rules by staff',
  institution_rules: 'disabling and loosening monitoring rules with an API key of the institution',
  settings: 'stage modes, thresholds, scoring and the other settings of the compliance engines',
  keys: 'creating API keys, and replacing the keys that sign ledgers and checkpoints',
  staff: 'giving access to staff, once a second person could approve it',
  personal_data: 'erasing and exporting the data of a customer',
  allow_list: 'adding a counterparty of a customer to the allow-list',
  reports: 'approving a report of suspicious activity',
};

/** What a tenant demands of changes by staff. */
export const FourEyesPolicy = view(
  'FourEyesPolicy',
  Type.Object({
    ...(Object.fromEntries(
      FOUR_EYES_SWITCHES.map((name) => [
        name,
        Type.Boolean({ description: `whether two people are needed for: ${SWITCHES[name]}` }),
      ]),
    ) as Record<FourEyesSwitch, ReturnType<typeof Type.Boolean>>),
    expires_after_hours: Type.Integer({
      minimum: 1,
      maximum: MAX_PROPOSAL_HOURS,
      description: 'after so many hours a proposal can no longer be approved',
    }),
  }),
);
export type FourEyesPolicy = Static<typeof FourEyesPolicy>;

const switched = (on: boolean): Record<FourEyesSwitch, boolean> =>
  Object.fromEntries(FOUR_EYES_SWITCHES.map((name) => [name, on])) as Record<FourEyesSwitch, boolean>;

/** The policy of a tenant that has never changed it. It leaves the API of institutions as it is. */
export const DEFAULT_POLICY: FourEyesPolicy = { ...switched(true), institution_rules: false, expires_after_hours: 72 };
/** The policy of a tenant that was created for trials, without four eyes. */
export const NO_FOUR_EYES: FourEyesPolicy = { ...DEFAULT_POLICY, ...switched(false) };

/** Whether one person alone may make the change of the policy: it only demands more. */
export const demandsMore = (before: FourEyesPolicy, after: FourEyesPolicy): boolean =>
  FOUR_EYES_SWITCHES.every((name) => after[name] || !before[name]) &&
  after.expires_after_hours <= before.expires_after_hours &&
  after.expires_after_hours >= Math.min(before.expires_after_hours, MIN_HOURS_ALONE);
