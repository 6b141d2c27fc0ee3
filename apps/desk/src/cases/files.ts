import { queryOptions } from '@tanstack/react-query';
import { api, dataOf, type Schemas } from '../api/client';
import { pollMs } from '../live/live';
import { saveFile } from '../parts/save-file';

export type CaseFile = Schemas['CaseFile'];

const MAX_BYTES = 10 * 1024 * 1024;
const KIB = 1024;

export const filesQuery = (slug: string, caseId: string) =>
  queryOptions({
    queryKey: ['case-files', slug, caseId],
    queryFn: () =>
      dataOf(api.GET('/api/v1/tenants/{slug}/cases/{caseId}/files', { params: { path: { slug, caseId } } })),
    refetchInterval: pollMs,
  });

/** The newest files of the cases of a customer. */
export const filesOfCustomerQuery = (slug: string, customerId: string) =>
  queryOptions({
    queryKey: ['customer-files', slug, customerId],
    queryFn: () =>
      dataOf(
        api.GET('/api/v1/tenants/{slug}/customers/{customerId}/files', { params: { path: { slug, customerId } } }),
      ),
  });

/** @throws Error when the file is larger than a case takes */
export function attachFile(slug: string, caseId: string, file: File): Promise<CaseFile> {
  if (file.size > MAX_BYTES) throw new Error(`${file.name} has ${sizeOf(file.size)}; a file has at most 10 MiB.`);
  return dataOf(
    api.POST('/api/v1/tenants/{slug}/cases/{caseId}/files', {
      params: {
        path: { slug, caseId },
        header: { 'X-File-Name': encodeURIComponent(file.name), 'Idempotency-Key': crypto.randomUUID() },
      },
      headers: { 'content-type': 'application/octet-stream' },
      body: file,
      bodySerializer: (body) => body as File,
    }),
  );
}

/** Gives the person the file. */
export async function downloadFile(slug: string, { id, case_id, name }: CaseFile): Promise<void> {
  const { data } = await api.GET('/api/v1/tenants/{slug}/cases/{caseId}/files/{fileId}', {
    params: { path: { slug, caseId: case_id, fileId: id } },
    parseAs: 'blob',
  });
  // Only a type that no browser shows: the person opens the saved file.
  saveFile(name, 'application/octet-stream', data as unknown as Blob);
}

export const removeFile = (slug: string, { id, case_id }: CaseFile, reason: string): Promise<CaseFile> =>
  dataOf(
    api.POST('/api/v1/tenants/{slug}/cases/{caseId}/files/{fileId}/remove', {
      params: { path: { slug, caseId: case_id, fileId: id } },
      body: { reason },
    }),
  );

/** A size for people: `812 bytes`, `3.4 KiB`, `1.2 MiB`. */
export function sizeOf(bytes: number): string {
  if (bytes < KIB) return `${bytes} bytes`;
  const kib = bytes / KIB;
  return kib < KIB ? `${kib.toFixed(1)} KiB` : `${(kib / KIB).toFixed(1)} MiB`;
}
