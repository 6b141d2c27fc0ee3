import { openApiDocument } from '@probity/platform/http/documentation/open-api-document';
import { startTestOffice, type TestOffice } from '../../../testing/test-office';
import { BACK_OFFICE_API } from '../back-office-api';
import { BackOfficeModule } from '../back-office.module';
import { everyRoute } from '../testing/every-route';

// Jest cannot load the package that serves the page for browsing the API. These tests do not need the page.
jest.mock('@probity/platform/http/openapi', () => ({ serveOpenApi: () => {} }));

/** Every change by staff needs a reason, except these. */
const NO_REASON: Record<string, string[]> = {
  'callers change only their own sign-in, sessions and passkeys': [
    'POST /sign-in',
    'POST /sign-in/passkey',
    'POST /sign-in/passkey/options',
    'POST /sign-in/oidc/start',
    'POST /sign-in/oidc/finish',
    'POST /sign-in/oidc/{providerId}/logout',
    'POST /invitations/open',
    'POST /invitations/accept',
    'POST /me/confirm',
    'POST /me/confirm/oidc',
    'POST /me/confirm/passkey',
    'POST /me/passkeys',
    'POST /me/passkeys/options',
    'DELETE /me/passkeys/{passkeyId}',
    'DELETE /me/sessions/{sessionId}',
    'POST /me/sign-out',
  ],
  'it checks or computes something, and changes no data of the tenant': [
    'POST /tenants/{slug}/ledgers/{ledgerId}/verification',
    'POST /tenants/{slug}/audit/verification',
    'POST /tenants/{slug}/providers/{plugin}/test',
    'POST /tenants/{slug}/webhooks/{endpointId}/test',
    'POST /tenants/{slug}/monitoring-rules/check',
    'POST /tenants/{slug}/report-templates/preview',
    'POST /tenants/{slug}/screening-measurement',
    'POST /tenants/{slug}/monitoring-rules/backtests',
    'POST /tenants/{slug}/monitoring-rules/backtests/{backtestId}/cancel',
    'POST /tenants/{slug}/proposals/{proposalId}/result',
  ],
  'it shares out work, and decides nothing': [
    'POST /tenants/{slug}/alerts/{alertId}/assign',
    'PUT /tenants/{slug}/alerts/{alertId}/tags',
  ],
  'the list does not change before the import is finished, which needs a reason': [
    'POST /watchlists/{list}/imports',
    'POST /watchlists/{list}/imports/{importId}/entries',
  ],
  'the file is the reason: a note says more about it': ['POST /tenants/{slug}/cases/{caseId}/files'],
  'the note is the reason': ['POST /tenants/{slug}/cases/{caseId}/notes'],
};

interface Schema {
  $ref?: string;
  required?: string[];
}
interface Operation {
  requestBody?: { content: Record<string, { schema: Schema }> };
  parameters?: { name: string; required?: boolean }[];
}
interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

describe('every route of the back office that changes something', () => {
  let test: TestOffice;
  beforeAll(async () => {
    test = await startTestOffice();
  });
  afterAll(() => test?.stop());

  const { controllers } = BackOfficeModule.with({} as never);
  const { paths, components } = openApiDocument(
    controllers as Parameters<typeof openApiDocument>[0],
    '',
    BACK_OFFICE_API,
  ) as unknown as Document;

  function needsReason(method: string, path: string): boolean {
    const { requestBody, parameters = [] } = paths[path]![method.toLowerCase()]!;
    const schema = requestBody && Object.values(requestBody.content)[0]!.schema;
    const { required = [] } = schema?.$ref ? components.schemas[schema.$ref.split('/').at(-1)!]! : (schema ?? {});
    return required.includes('reason') || parameters.some(({ name, required }) => name === 'reason' && required);
  }

  it('needs a reason, or says here why not', () => {
    const changes = everyRoute(test).filter(({ method }) => method !== 'GET');
    expect(changes.length).toBeGreaterThan(60);
    const without = changes.filter(({ method, path }) => !needsReason(method, path));
    expect(without.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(
      Object.values(NO_REASON).flat().sort(),
    );
  });
});
