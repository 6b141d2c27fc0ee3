import { notifications } from '@mantine/notifications';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api, dataOf, onSessionEnded, type Schemas } from '../api/client';
import { ApiError } from '../api/errors';

export type Me = Schemas['SignedIn'];
type Permission = Schemas['Permission'];

/** Tells the other tabs of this browser that the session has ended. */
const tabs = new BroadcastChannel('probity-session');
const ENDED = 'ended';
const SIGN_IN = '/desk/sign-in';

export const me = queryOptions({
  queryKey: ['me'],
  queryFn: () => dataOf(api.GET('/api/v1/me')),
  staleTime: 60_000,
});

/** What each role may do; it changes only with the version of the server. */
export const permissions = queryOptions({
  queryKey: ['permissions'],
  queryFn: () => dataOf(api.GET('/api/v1/permissions')),
  staleTime: Infinity,
});

export function useMe(): Me {
  return useQuery(me).data!; // the route loads it before it shows a page
}

/** What the person may do or propose in the tenant; the desk does not show the controls of the rest. */
export function useMay(tenant: string | undefined): May {
  const { data: matrix = [] } = useQuery(permissions);
  return mayOf(useMe(), matrix, tenant);
}

/** @param options `alone`: a permission only to propose does not count, as for routes that take no proposals */
export type May = (permission: Permission['name'], options?: { alone?: boolean }) => boolean;

/** What the person may do in a tenant, or without one in the installation. */
export function mayOf({ roles }: Me, matrix: Permission[], tenant: string | undefined): May {
  const held = new Set(roles.filter((role) => role.tenant === tenant || role.tenant === null).map(({ role }) => role));
  return (name, { alone = false } = {}) =>
    matrix.some(
      ({ name: one, roles, proposers }) =>
        one === name && [...roles, ...(alone ? [] : proposers)].some((role) => held.has(role)),
    );
}

/** The slugs of the tenants in which the person has a role. */
export const tenantsOf = ({ roles }: Me): string[] =>
  [...new Set(roles.flatMap(({ tenant }) => (tenant === null ? [] : [tenant])))].toSorted();

/** Ends the session, in all tabs. Without the server the session goes on, and the person is told. */
export async function signOut(): Promise<void> {
  try {
    await api.POST('/api/v1/me/sign-out');
  } catch (error) {
    const why = error instanceof ApiError ? error.message : 'The server does not respond.';
    notifications.show({ color: 'red', title: 'You are still signed in', message: why, autoClose: false });
    return;
  }
  tabs.postMessage(ENDED);
  leave();
}

/** Shows the sign-in; loading that page forgets everything that was read. */
function leave(): void {
  if (location.pathname === SIGN_IN) return;
  location.assign(SIGN_IN);
}

onSessionEnded(leave);
tabs.onmessage = ({ data }) => {
  if (data === ENDED) leave();
};
