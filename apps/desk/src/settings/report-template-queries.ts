import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, changeOf, dataOf, type Schemas } from '../api/client';
import { pageQuery } from '../parts/search';

export type ReportTemplate = Schemas['ReportTemplateDetail'];
export type TemplateContent = Pick<ReportTemplate, 'name' | 'media_type' | 'extension' | 'template'>;
export type TemplatePreview = Schemas['TemplatePreview'];

/** The media types, each with the file extension that is usual for it. */
export const MEDIA_TYPES = {
  'text/plain': { label: 'Text', extension: 'txt' },
  'text/csv': { label: 'CSV', extension: 'csv' },
  'application/xml': { label: 'XML', extension: 'xml' },
  'application/json': { label: 'JSON', extension: 'json' },
} as const;
export type MediaType = keyof typeof MEDIA_TYPES;

export const reportTemplatesQuery = (slug: string, page?: number) =>
  queryOptions({
    queryKey: ['report-templates', slug, page],
    queryFn: () =>
      dataOf(
        api.GET('/api/v1/tenants/{slug}/report-templates', { params: { path: { slug }, query: pageQuery(page) } }),
      ),
    placeholderData: keepPreviousData,
  });

/** Every template that can be used: a tenant has at most 50. */
export const usableTemplatesQuery = (slug: string) =>
  queryOptions({
    queryKey: ['report-templates', slug, 'usable'],
    queryFn: () =>
      dataOf(api.GET('/api/v1/tenants/{slug}/report-templates', { params: { path: { slug }, query: { limit: 100 } } })),
  });

export const reportTemplateQuery = (slug: string, templateId: string) =>
  queryOptions({
    queryKey: ['report-template', slug, templateId],
    queryFn: () =>
      dataOf(
        api.GET('/api/v1/tenants/{slug}/report-templates/{templateId}', { params: { path: { slug, templateId } } }),
      ),
  });

/** Saves nothing. */
export const previewTemplate = (slug: string, body: { media_type: MediaType; template: string }) =>
  dataOf(api.POST('/api/v1/tenants/{slug}/report-templates/preview', { params: { path: { slug } }, body }));

export const addTemplate = (slug: string, body: TemplateContent & { reason: string }) =>
  changeOf(api.POST('/api/v1/tenants/{slug}/report-templates', { params: { path: { slug } }, body }));

export const changeTemplate = (
  slug: string,
  templateId: string,
  body: TemplateContent & { reason: string; expected_version: number },
) =>
  changeOf(
    api.PUT('/api/v1/tenants/{slug}/report-templates/{templateId}', { params: { path: { slug, templateId } }, body }),
  );

export const removeTemplate = (slug: string, templateId: string, reason: string) =>
  changeOf(
    api.POST('/api/v1/tenants/{slug}/report-templates/{templateId}/remove', {
      params: { path: { slug, templateId } },
      body: { reason },
    }),
  );
