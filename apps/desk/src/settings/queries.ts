import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, dataOf, type Schemas } from '../api/client';
import { pageQuery } from '../parts/search';

export type Settings = Schemas['CurrentSettings'];
export type Provider = Schemas['Provider'];
export type Plugin = Schemas['ProviderPlugin'];

const ALL = { limit: 100 };

export const settingsQuery = (slug: string) =>
  queryOptions({
    queryKey: ['settings', slug],
    queryFn: () => dataOf(api.GET('/api/v1/tenants/{slug}/settings', { params: { path: { slug } } })),
  });

export const settingsVersionsQuery = (slug: string, page?: number) =>
  queryOptions({
    queryKey: ['settings-versions', slug, page],
    queryFn: () =>
      dataOf(
        api.GET('/api/v1/tenants/{slug}/settings/versions', { params: { path: { slug }, query: pageQuery(page) } }),
      ),
    placeholderData: keepPreviousData,
  });

export const providersQuery = (slug: string) =>
  queryOptions({
    queryKey: ['providers', slug],
    queryFn: () => dataOf(api.GET('/api/v1/tenants/{slug}/providers', { params: { path: { slug }, query: ALL } })),
  });

export const pluginsQuery = queryOptions({
  queryKey: ['plugins'],
  queryFn: () => dataOf(api.GET('/api/v1/provider-plugins')),
  staleTime: Infinity, // they change with the installation only
});

export const providerHealthQuery = (slug: string, plugin: string) =>
  queryOptions({
    queryKey: ['provider-health', slug, plugin],
    queryFn: () =>
      dataOf(api.GET('/api/v1/tenants/{slug}/providers/{plugin}/health', { params: { path: { slug, plugin } } })),
  });

export const listsQuery = queryOptions({
  queryKey: ['watchlists'],
  queryFn: () => dataOf(api.GET('/api/v1/watchlists')),
});

export const fourEyesQuery = (slug: string) =>
  queryOptions({
    queryKey: ['four-eyes', slug],
    queryFn: () => dataOf(api.GET('/api/v1/tenants/{slug}/four-eyes', { params: { path: { slug } } })),
  });

export const staffQuery = (slug: string, page?: number) =>
  queryOptions({
    queryKey: ['staff', slug, page],
    queryFn: () =>
      dataOf(api.GET('/api/v1/tenants/{slug}/staff', { params: { path: { slug }, query: pageQuery(page) } })),
    placeholderData: keepPreviousData,
  });

export const memberQuery = (slug: string, staffId: string) =>
  queryOptions({
    queryKey: ['member', slug, staffId],
    queryFn: () => dataOf(api.GET('/api/v1/tenants/{slug}/staff/{staffId}', { params: { path: { slug, staffId } } })),
  });

export const keysQuery = (slug: string, page?: number) =>
  queryOptions({
    queryKey: ['keys', slug, page],
    queryFn: () =>
      dataOf(api.GET('/api/v1/tenants/{slug}/api-keys', { params: { path: { slug }, query: pageQuery(page) } })),
    placeholderData: keepPreviousData,
  });

export const limitsQuery = (slug: string) =>
  queryOptions({
    queryKey: ['limits', slug],
    queryFn: () => dataOf(api.GET('/api/v1/tenants/{slug}/limits', { params: { path: { slug } } })),
  });

/** Changes nothing. */
export const measureScreening = (slug: string, proposal: Schemas['MeasureScreeningBody']) =>
  dataOf(api.POST('/api/v1/tenants/{slug}/screening-measurement', { params: { path: { slug } }, body: proposal }));
