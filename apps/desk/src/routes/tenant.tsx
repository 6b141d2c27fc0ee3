import { createRootRoute, createRoute, Outlet, redirect } from '@tanstack/react-router';
import { ApiError } from '../api/errors';
import { queryClient } from '../api/query-client';
import { type Me, me, permissions } from '../session/session';
import { PageFailed } from '../shell/page-failed';
import { Shell } from '../shell/shell';

export const root = createRootRoute({ component: Outlet, errorComponent: PageFailed });

/** Reads who the person is, and what the roles may do; leads to the sign-in without a session. */
export async function signedIn(): Promise<Me> {
  try {
    await Promise.all([queryClient.ensureQueryData(me), queryClient.ensureQueryData(permissions)]);
    return await queryClient.ensureQueryData(me);
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) throw redirect({ to: '/sign-in' });
    throw error;
  }
}

/** What is about one tenant. */
export const tenant = createRoute({
  getParentRoute: () => root,
  path: '/$tenant',
  beforeLoad: async () => void (await signedIn()),
  component: Shell,
});

/** What is about no single tenant. The slug of a tenant never is a hyphen. */
export const installation = createRoute({
  getParentRoute: () => root,
  path: '/-',
  beforeLoad: async () => void (await signedIn()),
  component: Shell,
});
