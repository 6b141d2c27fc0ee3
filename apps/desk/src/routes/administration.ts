import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { eventFilters } from '../events/filters';
import { ledgerFilters } from '../ledgers/filters';
import { onlyPage } from '../parts/search';
import { deliveryFilters } from '../webhooks/filters';
import { operationFilters } from '../operations/filters';
import { installation, tenant } from './tenant';

const ledgers = createRoute({
  getParentRoute: () => tenant,
  path: '/ledgers',
  validateSearch: onlyPage,
  component: lazyRouteComponent(() => import('../ledgers/ledgers-page'), 'LedgersPage'),
});
const ledger = createRoute({
  getParentRoute: () => tenant,
  path: '/ledgers/$id',
  validateSearch: ledgerFilters,
  component: lazyRouteComponent(() => import('../ledgers/ledger-page'), 'LedgerPage'),
});
const posting = createRoute({
  getParentRoute: () => tenant,
  path: '/postings/$id',
  component: lazyRouteComponent(() => import('../ledgers/posting-page'), 'PostingPage'),
});

const webhooks = createRoute({
  getParentRoute: () => tenant,
  path: '/webhooks',
  validateSearch: onlyPage,
  component: lazyRouteComponent(() => import('../webhooks/webhooks-page'), 'WebhooksPage'),
});
const webhook = createRoute({
  getParentRoute: () => tenant,
  path: '/webhooks/$id',
  validateSearch: deliveryFilters,
  component: lazyRouteComponent(() => import('../webhooks/webhook-page'), 'WebhookPage'),
});
const delivery = createRoute({
  getParentRoute: () => tenant,
  path: '/deliveries/$id',
  component: lazyRouteComponent(() => import('../webhooks/delivery-page'), 'DeliveryPage'),
});

const settings = createRoute({
  getParentRoute: () => tenant,
  path: '/settings',
  component: lazyRouteComponent(() => import('../settings/settings-frame'), 'SettingsFrame'),
});
const firstSettings = createRoute({
  getParentRoute: () => settings,
  path: '/',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/$tenant/settings/stages', params });
  },
});
const stages = createRoute({
  getParentRoute: () => settings,
  path: '/stages',
  component: lazyRouteComponent(() => import('../settings/stages-page'), 'StagesPage'),
});
const thresholds = createRoute({
  getParentRoute: () => settings,
  path: '/thresholds',
  component: lazyRouteComponent(() => import('../settings/thresholds-page'), 'ThresholdsPage'),
});
const scoring = createRoute({
  getParentRoute: () => settings,
  path: '/scoring',
  component: lazyRouteComponent(() => import('../settings/scoring-page'), 'ScoringPage'),
});
const reporting = createRoute({
  getParentRoute: () => settings,
  path: '/reporting',
  component: lazyRouteComponent(() => import('../settings/reporting-page'), 'ReportingPage'),
});
const reportTemplates = createRoute({
  getParentRoute: () => settings,
  path: '/report-templates',
  validateSearch: onlyPage,
  component: lazyRouteComponent(() => import('../settings/report-templates-page'), 'ReportTemplatesPage'),
});
const newReportTemplate = createRoute({
  getParentRoute: () => settings,
  path: '/report-templates/new',
  component: lazyRouteComponent(() => import('../settings/report-template-page'), 'NewReportTemplatePage'),
});
const reportTemplate = createRoute({
  getParentRoute: () => settings,
  path: '/report-templates/$id',
  component: lazyRouteComponent(() => import('../settings/report-template-page'), 'ReportTemplatePage'),
});
const history = createRoute({
  getParentRoute: () => settings,
  path: '/history',
  validateSearch: onlyPage,
  component: lazyRouteComponent(() => import('../settings/history-page'), 'HistoryPage'),
});
const providers = createRoute({
  getParentRoute: () => settings,
  path: '/providers',
  component: lazyRouteComponent(() => import('../settings/providers-page'), 'ProvidersPage'),
});
const provider = createRoute({
  getParentRoute: () => settings,
  path: '/providers/$plugin',
  component: lazyRouteComponent(() => import('../settings/provider-page'), 'ProviderPage'),
});
const fourEyes = createRoute({
  getParentRoute: () => settings,
  path: '/four-eyes',
  component: lazyRouteComponent(() => import('../settings/four-eyes-page'), 'FourEyesPage'),
});
const staff = createRoute({
  getParentRoute: () => settings,
  path: '/staff',
  validateSearch: onlyPage,
  component: lazyRouteComponent(() => import('../settings/staff-page'), 'StaffPage'),
});
const member = createRoute({
  getParentRoute: () => settings,
  path: '/staff/$id',
  component: lazyRouteComponent(() => import('../settings/member-page'), 'MemberPage'),
});
const keys = createRoute({
  getParentRoute: () => settings,
  path: '/keys',
  validateSearch: onlyPage,
  component: lazyRouteComponent(() => import('../settings/keys-page'), 'KeysPage'),
});
const limits = createRoute({
  getParentRoute: () => settings,
  path: '/limits',
  component: lazyRouteComponent(() => import('../settings/limits-page'), 'LimitsPage'),
});

const events = createRoute({
  getParentRoute: () => tenant,
  path: '/events',
  validateSearch: eventFilters,
  component: lazyRouteComponent(() => import('../events/events-page'), 'EventsPage'),
});
const event = createRoute({
  getParentRoute: () => tenant,
  path: '/events/$id',
  component: lazyRouteComponent(() => import('../events/event-page'), 'EventPage'),
});

const operations = createRoute({
  getParentRoute: () => installation,
  path: '/operations',
  validateSearch: operationFilters,
  component: lazyRouteComponent(() => import('../operations/operations-page'), 'OperationsPage'),
});

export const ofInstallation = [operations] as const;

/** Ledgers, webhooks, events and settings of a tenant. */
export const administration = [
  ledgers,
  ledger,
  posting,
  webhooks,
  webhook,
  delivery,
  events,
  event,
  settings.addChildren([
    firstSettings,
    stages,
    thresholds,
    scoring,
    reporting,
    reportTemplates,
    newReportTemplate,
    reportTemplate,
    history,
    providers,
    provider,
    fourEyes,
    staff,
    member,
    keys,
    limits,
  ]),
] as const;
