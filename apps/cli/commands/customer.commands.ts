import { type Command, Option } from 'commander';
import type { KycStatus, RiskRating } from '@probity/contracts/customers/profile';
import type { CustomerSummary, CustomerView, RiskHistoryItem, RiskView } from '@probity/contracts/customers/views';
import { CUSTOMER_TYPES, KYC_STATUSES, RISK_RATINGS } from '@probity/contracts/customers/words';
import { allPages } from '../connection/all-pages';
import { apiPath } from '../connection/api-path';
import { follow } from '../connection/follow';
import { listUpTo, moreText } from '../connection/list-up-to';
import { group, subcommand } from '../help';
import { table } from '../output/table';
import { openSession } from '../session';
import type { Surroundings } from '../surroundings';
import { CUSTOMER_COLUMNS, customerReport, HISTORY_COLUMNS, riskViewReport } from './customer-report';
import { type DecisionOptions, officerOf, withDecision } from './decision-options';
import { type LimitOption, withLimit } from './limit-option';
import { type Reassessment, reassessmentProgress, reassessmentReport } from './reassessment-report';
import { type TenantOption, withTenant } from './tenant-option';

const ID = '0199d5a0-0000-7000-8000-000000000000';

interface CustomerFilterOptions extends TenantOption, LimitOption {
  email?: string;
  externalId?: string;
  kyc?: KycStatus;
  risk?: RiskRating;
  type?: CustomerView['customer_type'];
}

interface KycOptions extends TenantOption, DecisionOptions {
  to: KycStatus;
}

export function addCustomerCommands(program: Command, surroundings: Surroundings): void {
  const customers = group(
    program,
    'customers',
    'customers and how risky they are',
    'customers list --tenant bank --risk high',
  );
  const pathOf = (tenant: string, ...rest: string[]): string => apiPath('tenants', tenant, 'customers', ...rest);

  const list = subcommand(
    customers,
    'list',
    "list a tenant's customers, oldest first",
    'customers list --tenant bank --kyc in_review',
  )
    .option('--email <address>', 'only the one with this e-mail address')
    .option('--external-id <id>', "only those with this id of the institution's own")
    .addOption(new Option('--kyc <status>', 'only those with this KYC status').choices(KYC_STATUSES))
    .addOption(new Option('--risk <rating>', 'only those with this rating').choices(RISK_RATINGS))
    .addOption(new Option('--type <type>', 'only those of this type').choices(CUSTOMER_TYPES));
  withLimit(withTenant(list)).action(async (options: CustomerFilterOptions, command: Command) => {
    const { tenant, limit, email, externalId, kyc, risk, type } = options;
    const { backOffice, answer } = openSession(command, surroundings);
    const filter = { email, external_id: externalId, kyc_status: kyc, risk_rating: risk, customer_type: type };
    const found = await listUpTo<CustomerSummary>(backOffice, pathOf(tenant), filter, limit);
    answer(found, table(found.items, CUSTOMER_COLUMNS, `Tenant ${tenant} has no such customers.`) + moreText(found));
  });

  const show = subcommand(customers, 'show <customer-id>', 'show a customer', `customers show --tenant bank ${ID}`);
  withTenant(show).action(async (customerId: string, { tenant }: TenantOption, command: Command) => {
    const { backOffice, answer } = openSession(command, surroundings);
    const customer = await backOffice.get<CustomerView>(pathOf(tenant, customerId));
    answer(customer, customerReport(customer));
  });

  const riskView = subcommand(
    customers,
    'risk-view <customer-id>',
    'show everything that says how risky a customer is, as it is now',
    `customers risk-view --tenant bank ${ID}`,
  );
  withTenant(riskView).action(async (customerId: string, { tenant }: TenantOption, command: Command) => {
    const { backOffice, answer } = openSession(command, surroundings);
    const view = await backOffice.get<RiskView>(pathOf(tenant, customerId, 'risk-view'));
    answer(view, riskViewReport(view));
  });

  const history = subcommand(
    customers,
    'history <customer-id>',
    "list the changes of a customer's rating, each with its reason",
    `customers history --tenant bank ${ID}`,
  );
  withTenant(history).action(async (customerId: string, { tenant }: TenantOption, command: Command) => {
    const { backOffice, answer } = openSession(command, surroundings);
    const items = await allPages<RiskHistoryItem>(backOffice, pathOf(tenant, customerId, 'risk-history'));
    answer({ items }, table(items, HISTORY_COLUMNS, 'Its rating was never set.'));
  });

  const setKyc = subcommand(
    customers,
    'set-kyc <customer-id>',
    'move the KYC status of a customer, along the allowed transitions',
    `customers set-kyc --tenant bank ${ID} --to approved --reason "documents seen in the branch"`,
  ).addOption(new Option('--to <status>', 'the new KYC status').choices(KYC_STATUSES).makeOptionMandatory());
  withDecision(withTenant(setKyc)).action(async (customerId: string, options: KycOptions, command: Command) => {
    const { tenant, to, reason } = options;
    const { backOffice, answer } = openSession(command, surroundings);
    const body = { to, reason, officer: officerOf(options) };
    const customer = await backOffice.put<CustomerView>(pathOf(tenant, customerId, 'kyc-status'), body);
    answer(
      customer,
      `The KYC status of customer ${customer.id} is ${customer.kyc_status}; its rating is ${customer.risk_rating}.`,
    );
  });

  const reassess = subcommand(
    customers,
    'reassess',
    'score every customer of a tenant again, as after a change of its scoring model; exit code 1 when one fails',
    'customers reassess --tenant bank --reason "new weights since March"',
  );
  withDecision(withTenant(reassess)).action(async (options: TenantOption & DecisionOptions, command: Command) => {
    const { tenant, reason } = options;
    const { backOffice, answer, progress } = openSession(command, surroundings);
    const body = { reason, officer: officerOf(options) };
    const reports = backOffice.postForLines<Reassessment>(pathOf(tenant, 'reassess'), body);
    const outcome = await follow(reports, (report) => progress.show(reassessmentProgress(report))).finally(
      progress.clear,
    );
    if (outcome.failed > 0) surroundings.exitCode = 1;
    answer(outcome, reassessmentReport(outcome));
  });
}
