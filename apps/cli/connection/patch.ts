import type { BackOfficeClient } from '@probity/platform/http/back-office-client';

/** What BackOfficeClient has for the other methods, for PATCH. */
export const patch = <Data>(backOffice: BackOfficeClient, path: string, body: object): Promise<Data> =>
  backOffice['send']<Data>('PATCH', path, body);
