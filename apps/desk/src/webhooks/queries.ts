import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, dataOf, type Schemas } from '../api/client';
import { pageQuery } from '../parts/search';
import type { DeliveryFilters } from './filters';

export type Endpoint = Schemas['WebhookEndpoint'];
export type Delivery = Schemas['WebhookDeliveryDetail'];

const LOOK_AGAIN_MS = 2_000;

export const endpointsQuery = (slug: string, page?: number) =>
  queryOptions({
    queryKey: ['webhooks', slug, page],
    queryFn: () =>
      dataOf(api.GET('/api/v1/tenants/{slug}/webhooks', { params: { path: { slug }, query: pageQuery(page) } })),
    placeholderData: keepPreviousData,
  });

export const endpointQuery = (slug: string, endpointId: string) =>
  queryOptions({
    queryKey: ['webhook', slug, endpointId],
    queryFn: () =>
      dataOf(api.GET('/api/v1/tenants/{slug}/webhooks/{endpointId}', { params: { path: { slug, endpointId } } })),
  });

const isUnderWay = ({ status }: Delivery): boolean => status === 'pending';

export const deliveriesQuery = (slug: string, endpointId: string, { status, page }: DeliveryFilters) =>
  queryOptions({
    queryKey: ['deliveries', slug, endpointId, status, page],
    queryFn: () =>
      dataOf(
        api.GET('/api/v1/tenants/{slug}/webhooks/{endpointId}/deliveries', {
          params: { path: { slug, endpointId }, query: { status, ...pageQuery(page) } },
        }),
      ),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? LOOK_AGAIN_MS : false),
  });

export const deliveryQuery = (slug: string, deliveryId: string) =>
  queryOptions({
    queryKey: ['delivery', slug, deliveryId],
    queryFn: () =>
      dataOf(
        api.GET('/api/v1/tenants/{slug}/webhook-deliveries/{deliveryId}', { params: { path: { slug, deliveryId } } }),
      ),
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? LOOK_AGAIN_MS : false),
  });
