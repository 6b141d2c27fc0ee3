import { createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { queryClient } from './api/query-client';
import { customerFilters, customerPartFilters } from './customers/filters';
import { alertFilters } from './alerts/filters';
import { allowListFilters } from './allow-list/filters';
import { groupFilters } from './groups/filters';
import { rescreeningFilters } from './rescreenings/filters';
import { searchFilters } from './search/filters';
import { auditFilters } from './audit/filters';
import { proposalFilters } from './proposals/filters';
import { caseFilters } from './cases/filters';
import { administration, ofInstallation } from './routes/administration';
import { installation, root, signedIn, tenant } from './routes/tenant';
import { mayOf, permissions, tenantsOf } from './session/session';
import { ruleFilters, versionFilters } from './rules/filters';
import { listFilters } from './lists/filters';
import { insightFilters } from './insights/filters';
import { PageFailed } from './shell/page-failed';
import { sectionsOf } from './shell/sections';

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  component: lazyRouteComponent(() => import('./session/sign-in-page'), 'SignInPage'),
});

const invitation = createRoute({
  getParentRoute: () => root,
  path: '/-/invitation',
  component: lazyRouteComponent(() => import('./session/invitation-page'), 'InvitationPage'),
});

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: async () => {
    const who = await signedIn();
    const [tenant] = tenantsOf(who);
    const may = mayOf(who, await queryClient.ensureQueryData(permissions), tenant);
    const first = sectionsOf(may, tenant)[0];
    if (first === undefined) throw new Error('You have no role in a tenant. An admin of the tenant can add one.');
    throw redirect({ to: first.to, params: { tenant } });
  },
});

const alerts = createRoute({
  getParentRoute: () => tenant,
  path: '/alerts',
  validateSearch: alertFilters,
  component: lazyRouteComponent(() => import('./alerts/queue-page'), 'QueuePage'),
});
const alert = createRoute({
  getParentRoute: () => tenant,
  path: '/alerts/$id',
  validateSearch: alertFilters,
  component: lazyRouteComponent(() => import('./alerts/alert-page'), 'AlertPage'),
});
const allowList = createRoute({
  getParentRoute: () => tenant,
  path: '/allow-list',
  validateSearch: allowListFilters,
  component: lazyRouteComponent(() => import('./allow-list/allow-list-page'), 'AllowListPage'),
});
const groups = createRoute({
  getParentRoute: () => tenant,
  path: '/groups',
  validateSearch: groupFilters,
  component: lazyRouteComponent(() => import('./groups/groups-page'), 'GroupsPage'),
});
const group = createRoute({
  getParentRoute: () => tenant,
  path: '/groups/$id',
  component: lazyRouteComponent(() => import('./groups/group-page'), 'GroupPage'),
});
const rescreenings = createRoute({
  getParentRoute: () => tenant,
  path: '/rescreenings',
  validateSearch: rescreeningFilters,
  component: lazyRouteComponent(() => import('./rescreenings/rescreenings-page'), 'RescreeningsPage'),
});
const search = createRoute({
  getParentRoute: () => tenant,
  path: '/search',
  validateSearch: searchFilters,
  component: lazyRouteComponent(() => import('./search/search-page'), 'SearchPage'),
});
const customers = createRoute({
  getParentRoute: () => tenant,
  path: '/customers',
  validateSearch: customerFilters,
  component: lazyRouteComponent(() => import('./customers/customers-page'), 'CustomersPage'),
});
const customer = createRoute({
  getParentRoute: () => tenant,
  path: '/customers/$id',
  validateSearch: customerPartFilters,
  component: lazyRouteComponent(() => import('./customers/customer-page'), 'CustomerPage'),
});
const cases = createRoute({
  getParentRoute: () => tenant,
  path: '/cases',
  validateSearch: caseFilters,
  component: lazyRouteComponent(() => import('./cases/cases-page'), 'CasesPage'),
});
const case_ = createRoute({
  getParentRoute: () => tenant,
  path: '/cases/$id',
  component: lazyRouteComponent(() => import('./cases/case-page'), 'CasePage'),
});
const report = createRoute({
  getParentRoute: () => tenant,
  path: '/reports/$id',
  component: lazyRouteComponent(() => import('./activity-reports/report-page'), 'ReportPage'),
});
const proposals = createRoute({
  getParentRoute: () => tenant,
  path: '/proposals',
  validateSearch: proposalFilters,
  component: lazyRouteComponent(() => import('./proposals/proposals-page'), 'ProposalsPage'),
});
const proposal = createRoute({
  getParentRoute: () => tenant,
  path: '/proposals/$id',
  component: lazyRouteComponent(() => import('./proposals/proposal-page'), 'ProposalPage'),
});
const rules = createRoute({
  getParentRoute: () => tenant,
  path: '/rules',
  validateSearch: ruleFilters,
  component: lazyRouteComponent(() => import('./rules/rules-page'), 'RulesPage'),
});
const rule = createRoute({
  getParentRoute: () => tenant,
  path: '/rules/$id',
  component: lazyRouteComponent(() => import('./rules/rule-page'), 'RulePage'),
});
const newRule = createRoute({
  getParentRoute: () => tenant,
  path: '/rules/new',
  component: lazyRouteComponent(() => import('./rules/edit-rule-page'), 'NewRulePage'),
});
const editRule = createRoute({
  getParentRoute: () => tenant,
  path: '/rules/$id/edit',
  component: lazyRouteComponent(() => import('./rules/edit-rule-page'), 'EditRulePage'),
});
const versions = createRoute({
  getParentRoute: () => tenant,
  path: '/rules/$id/versions',
  validateSearch: versionFilters,
  component: lazyRouteComponent(() => import('./rules/versions-page'), 'VersionsPage'),
});
const backtest = createRoute({
  getParentRoute: () => tenant,
  path: '/rules/backtests/$id',
  component: lazyRouteComponent(() => import('./rules/backtest-page'), 'BacktestPage'),
});
const lists = createRoute({
  getParentRoute: () => tenant,
  path: '/lists',
  component: lazyRouteComponent(() => import('./lists/lists-page'), 'ListsPage'),
});
const ownList = createRoute({
  getParentRoute: () => tenant,
  path: '/lists/tenant',
  validateSearch: listFilters,
  component: lazyRouteComponent(() => import('./lists/own-list-page'), 'OwnListPage'),
});
const list = createRoute({
  getParentRoute: () => tenant,
  path: '/lists/$list',
  validateSearch: listFilters,
  component: lazyRouteComponent(() => import('./lists/list-page'), 'ListPage'),
});
const insights = createRoute({
  getParentRoute: () => tenant,
  path: '/insights',
  validateSearch: insightFilters,
  component: lazyRouteComponent(() => import('./insights/insights-page'), 'InsightsPage'),
});
const audit = createRoute({
  getParentRoute: () => tenant,
  path: '/audit',
  validateSearch: auditFilters,
  component: lazyRouteComponent(() => import('./audit/audit-page'), 'AuditPage'),
});

export const router = createRouter({
  basepath: '/desk',
  routeTree: root.addChildren([
    home,
    signIn,
    invitation,
    installation.addChildren([...ofInstallation]),
    tenant.addChildren([
      alerts,
      alert,
      customers,
      customer,
      cases,
      case_,
      report,
      proposals,
      proposal,
      rules,
      rule,
      allowList,
      groups,
      group,
      search,
      rescreenings,
      ...administration,
      newRule,
      editRule,
      versions,
      backtest,
      lists,
      ownList,
      list,
      insights,
      audit,
    ]),
  ]),
  defaultPreload: 'intent',
  defaultErrorComponent: PageFailed,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
