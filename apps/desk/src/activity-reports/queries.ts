import { queryOptions } from '@tanstack/react-query';
import { api, changeOf, dataOf, type Schemas } from '../api/client';
import { pollMs } from '../live/live';

export type Report = Schemas['ReportDetail'];
export type Content = Pick<Report, 'kind' | 'narrative' | 'measures' | 'indicators' | 'event_ids' | 'alert_ids'>;

export const reportsOfCaseQuery = (slug: string, caseId: string) =>
  queryOptions({
    queryKey: ['reports', slug, caseId],
    queryFn: () =>
      dataOf(
        api.GET('/api/v1/tenants/{slug}/reports', {
          params: { path: { slug }, query: { case_id: caseId, limit: 50 } },
        }),
      ),
  });

export const reportQuery = (slug: string, reportId: string) =>
  queryOptions({
    queryKey: ['report', slug, reportId],
    queryFn: () =>
      dataOf(api.GET('/api/v1/tenants/{slug}/reports/{reportId}', { params: { path: { slug, reportId } } })),
    refetchInterval: pollMs,
  });

/** @param version of the report: another version is another preview */
export const previewQuery = (slug: string, reportId: string, version: number, status: string) =>
  queryOptions({
    queryKey: ['report', slug, reportId, 'preview', version, status],
    queryFn: () =>
      dataOf(api.GET('/api/v1/tenants/{slug}/reports/{reportId}/preview', { params: { path: { slug, reportId } } })),
  });

export const reportableQuery = (slug: string, caseId: string) =>
  queryOptions({
    queryKey: ['reportable', slug, caseId],
    queryFn: () =>
      dataOf(
        api.GET('/api/v1/tenants/{slug}/cases/{caseId}/reportable-transactions', {
          params: { path: { slug, caseId } },
        }),
      ),
  });

export const draftReport = (
  slug: string,
  caseId: string,
  body: Partial<Content> & { kind: Content['kind']; narrative: string; replaces?: string; reason: string },
) =>
  dataOf(
    api.POST('/api/v1/tenants/{slug}/cases/{caseId}/reports', {
      params: { path: { slug, caseId } },
      body: { indicators: [], event_ids: [], alert_ids: [], ...body },
    }),
  );

export const changeReport = (slug: string, { id, version }: Report, content: Content, reason: string) =>
  dataOf(
    api.PATCH('/api/v1/tenants/{slug}/reports/{reportId}', {
      params: { path: { slug, reportId: id } },
      body: { ...content, reason, expected_version: version },
    }),
  );

export const approveReport = (slug: string, { id, version }: Report, reason: string) =>
  changeOf(
    api.POST('/api/v1/tenants/{slug}/reports/{reportId}/approve', {
      params: { path: { slug, reportId: id } },
      body: { expected_version: version, reason },
    }),
  );

export const discardReport = (slug: string, { id, version }: Report, reason: string) =>
  dataOf(
    api.POST('/api/v1/tenants/{slug}/reports/{reportId}/discard', {
      params: { path: { slug, reportId: id } },
      body: { expected_version: version, reason },
    }),
  );

export const exportReport = (slug: string, reportId: string, format: 'pdf' | 'goaml', reason: string) =>
  dataOf(
    api.POST('/api/v1/tenants/{slug}/reports/{reportId}/exports', {
      params: { path: { slug, reportId } },
      body: { format, reason },
    }),
  );

export const exportByTemplate = (slug: string, reportId: string, template_id: string, reason: string) =>
  dataOf(
    api.POST('/api/v1/tenants/{slug}/reports/{reportId}/template-exports', {
      params: { path: { slug, reportId } },
      body: { template_id, reason },
    }),
  );

export const fileReport = (
  slug: string,
  reportId: string,
  body: { reference: string; filed_on: string; reason: string },
) =>
  dataOf(api.POST('/api/v1/tenants/{slug}/reports/{reportId}/filing', { params: { path: { slug, reportId } }, body }));
