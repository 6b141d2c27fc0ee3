import type { PermissionName } from '../staff/permissions';

/** `approved`: two people agree, and the change is being carried out. The last four are final, and so is `failed`. */
export const PROPOSAL_STATUSES = [
  'pending',
  'approved',
  'applied',
  'failed',
  'declined',
  'withdrawn',
  'expired',
] as const;
export type ProposalStatus = (typeof PROPOSAL_STATUSES)[number];

/** The changes for which the policy of a tenant can demand two people. */
export const FOUR_EYES_SWITCHES = [
  'critical_alerts',
  'kyc',
  'rules',
  'institution_rules',
  'settings',
  'keys',
  'staff',
  'personal_data',
  'allow_list',
  'reports',
] as const;
export type FourEyesSwitch = (typeof FOUR_EYES_SWITCHES)[number];

interface ReviewedAction {
  /** what is proposed, as the rest of a sentence that begins with "to" */
  does: string;
  /** people with this permission in the tenant approve or decline */
  reviewers: PermissionName;
  /** callers with this permission in the tenant see the proposals */
  readers: PermissionName;
}

/** The kinds of changes that can wait for a second person. */
export const REVIEWED_ACTIONS = {
  decide_alert: { does: 'resolve or dismiss an alert', reviewers: 'decide', readers: 'read_customers' },
  allow_counterparty: {
    does: 'add a counterparty to the allow-list',
    reviewers: 'decide',
    readers: 'read_customers',
  },
  decide_kyc: { does: 'change the KYC status of a customer', reviewers: 'decide', readers: 'read_customers' },
  approve_report: {
    does: 'approve a report of suspicious activity',
    reviewers: 'decide',
    readers: 'read_customers',
  },
  close_case: { does: 'close a case', reviewers: 'decide', readers: 'read_customers' },
  loosen_rule: {
    does: 'disable or loosen a monitoring rule',
    reviewers: 'configure_compliance',
    readers: 'read_configuration',
  },
  change_settings: {
    does: 'change settings of the compliance engines',
    reviewers: 'configure_compliance',
    readers: 'read_configuration',
  },
  change_four_eyes: {
    does: 'change for what two people are needed',
    reviewers: 'set_four_eyes',
    readers: 'read_configuration',
  },
  create_api_key: { does: 'create an API key', reviewers: 'approve_access', readers: 'read_staff' },
  replace_key: {
    does: 'replace a key that signs',
    reviewers: 'approve_access',
    readers: 'read_configuration',
  },
  erase_customer: {
    does: 'erase the data of a customer',
    reviewers: 'erase_customers',
    readers: 'read_customers',
  },
  export_customer: {
    does: 'export the data of a customer',
    reviewers: 'export_customers',
    readers: 'read_customers',
  },
  change_staff: { does: 'give access to staff', reviewers: 'approve_access', readers: 'approve_access' },
} as const satisfies Record<string, ReviewedAction>;

export type ReviewedActionName = keyof typeof REVIEWED_ACTIONS;
export const REVIEWED_ACTION_NAMES = Object.keys(REVIEWED_ACTIONS) as ReviewedActionName[];
export const reviewedAction = (name: ReviewedActionName): ReviewedAction => REVIEWED_ACTIONS[name];
