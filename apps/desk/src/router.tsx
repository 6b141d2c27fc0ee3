import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { ApiError } from './api/errors';
import { queryClient } from './api/query-client';
import { customerFilters } from './customers/filters';
import { alertFilters } from './alerts/filters';
import { auditFilters } from './audit/filters';
import { proposalFilters } from './proposals/filters';
import { caseFilters } from './cases/filters';
import { ruleFilters } from './rules/filters';
import { me, permissions, tenantsOf } from './session/session';
import { PageFailed } from './shell/page-failed';
import { Shell } from './shell/shell';

const root = createRootRoute({ component: Outlet, errorComponent: PageFailed });

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  component: lazyRouteComponent(() => import('./session/sign-in-page'), 'SignInPage'),
});

async function signedIn() {
  try {
    await Promise.all([queryClient.ensureQueryData(me), queryClient.ensureQueryData(permissions)]);
    return await queryClient.ensureQueryData(me);
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) throw redirect({ to: '/sign-in' });
    throw error;
  }
}

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: async () => {
    const [tenant] = tenantsOf(await signedIn());
    if (tenant === undefined) throw new Error('You have no role in a tenant. An admin of the tenant can add one.');
    throw redirect({ to: '/$tenant/alerts', params: { tenant } });
  },
});

const tenant = createRoute({
  getParentRoute: () => root,
  path: '/$tenant',
  beforeLoad: async () => void (await signedIn()),
  component: Shell,
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
const customers = createRoute({
  getParentRoute: () => tenant,
  path: '/customers',
  validateSearch: customerFilters,
  component: lazyRouteComponent(() => import('./customers/customers-page'), 'CustomersPage'),
});
const customer = createRoute({
  getParentRoute: () => tenant,
  path: '/customers/$id',
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
    tenant.addChildren([alerts, alert, customers, customer, cases, case_, proposals, proposal, rules, rule, audit]),
  ]),
  defaultPreload: 'intent',
  defaultErrorComponent: PageFailed,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
