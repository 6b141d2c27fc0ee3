/** The Postgres roles that the services act as. No login uses one directly; a login is a member of it. */
export const ROLES = {
  ledger: 'probity_ledger',
  gateway: 'probity_gateway',
  backOffice: 'probity_back_office',
  relay: 'probity_relay',
  customerRisk: 'probity_customer_risk',
  pipeline: 'probity_pipeline',
  webhookDispatcher: 'probity_webhook_dispatcher',
} as const;
