/** The Postgres roles of the services. With DATABASE_URL, a login is a member of a role and switches to it. */
export const ROLES = {
  ledger: 'probity_ledger',
  gateway: 'probity_gateway',
  backOffice: 'probity_back_office',
  relay: 'probity_relay',
  customerRisk: 'probity_customer_risk',
  pipeline: 'probity_pipeline',
  notary: 'probity_notary',
  webhookDispatcher: 'probity_webhook_dispatcher',
} as const;
