import type { CustomerFound } from '@probity/contracts/customers/customer-found';
import type { CustomerView } from '@probity/contracts/customers/views';
import { CUSTOMER_TYPES, KYC_STATUSES, RISK_RATINGS } from '@probity/contracts/customers/words';
import { listUpTo, moreText } from '../connection/list-up-to';
import { command, group } from '../declaration/command';
import { change, list, listAll, longChange, show } from '../declaration/kinds';
import { DECISION, LIMIT, optional, required } from '../declaration/options';
import { table } from '../output/table';
import { CUSTOMER_ACTIVITY_COMMANDS } from './customer-activity.commands';
import { CUSTOMER_COLUMNS, customerReport, FOUND_COLUMNS, HISTORY_COLUMNS, riskViewReport } from './customer-report';
import { reassessmentProgress, reassessmentReport } from './reassessment-report';

export const addCustomerCommands = group('customers', 'customers and their risk', 'list --tenant acme --risk high', [
  list({
    usage: 'list',
    summary: "list a tenant's customers, oldest first",
    example: '--kyc in_review',
    path: 'tenants/{tenant}/customers',
    filters: {
      email: optional('--email <address>', 'only the customer with this e-mail address'),
      external_id: optional('--external-id <id>', "only customers with this id in the institution's own system"),
      kyc_status: optional('--kyc <status>', 'only customers with this KYC status', KYC_STATUSES),
      risk_rating: optional('--risk <rating>', 'only customers with this risk rating', RISK_RATINGS),
      customer_type: optional('--type <type>', 'only customers of this type', CUSTOMER_TYPES),
    },
    columns: CUSTOMER_COLUMNS,
    nothing: 'Tenant {tenant} has no such customers.',
  }),
  command({
    usage: 'search <text>',
    summary: 'find customers by a name, an email, an external id, an account reference or an id',
    example: '"petrov iv"',
    path: 'tenants/{tenant}/customers/search',
    options: { limit: LIMIT },
    run: async ({ text, tenant, limit }, { backOffice, path, answer }) => {
      const found = await listUpTo<CustomerFound>(backOffice, path, { q: text }, limit);
      const nothing = `Tenant ${tenant} has no such customers.`;
      answer(found, table(found.items, FOUND_COLUMNS, nothing) + moreText(found));
    },
  }),
  list({
    usage: 'same-email',
    summary: 'list the customers that share an email with another customer; they are older than the rule for emails',
    path: 'tenants/{tenant}/customers/same-email',
    columns: CUSTOMER_COLUMNS,
    nothing: 'No customers of tenant {tenant} share an email.',
  }),
  show({
    usage: 'show <customer-id>',
    summary: 'show a customer',
    path: 'tenants/{tenant}/customers/{customer-id}',
    report: customerReport,
  }),
  show({
    usage: 'risk-view <customer-id>',
    summary: 'show the current risk view of a customer: rating, scores, checks, alerts and cases',
    path: 'tenants/{tenant}/customers/{customer-id}/risk-view',
    report: riskViewReport,
  }),
  listAll({
    usage: 'history <customer-id>',
    summary: "list the changes of a customer's risk rating, each with its reason",
    path: 'tenants/{tenant}/customers/{customer-id}/risk-history',
    columns: HISTORY_COLUMNS,
    nothing: 'The customer has no rating yet.',
  }),
  ...CUSTOMER_ACTIVITY_COMMANDS,
  change({
    usage: 'set-kyc <customer-id>',
    summary: 'change the KYC status of a customer; only allowed transitions are accepted',
    example: '--to approved --reason "documents seen in the branch"',
    path: 'tenants/{tenant}/customers/{customer-id}/kyc-status',
    options: { to: required('--to <status>', 'the new KYC status', KYC_STATUSES), ...DECISION },
    method: 'put',
    report: ({ id, kyc_status, risk_rating }: CustomerView) =>
      `The KYC status of customer ${id} is ${kyc_status}; its rating is ${risk_rating}.`,
  }),
  longChange({
    usage: 'reassess',
    summary:
      'score every customer of a tenant again, for example after a change of the scoring model; exit code 1 if a customer cannot be scored',
    example: '--reason "new weights since March"',
    path: 'tenants/{tenant}/customers/reassess',
    options: DECISION,
    progress: reassessmentProgress,
    report: reassessmentReport,
    failed: ({ failed }) => failed > 0,
  }),
]);
