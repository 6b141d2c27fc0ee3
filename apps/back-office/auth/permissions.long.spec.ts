import { EMERGENCY_ROLES } from '@probity/contracts/staff/words';
import { permissionMatrix } from './testing/permissions.suite';

// Jest cannot load the package that serves the page for browsing the API. These tests do not need the page.
jest.mock('@probity/platform/http/openapi', () => ({ serveOpenApi: () => {} }));

describe('the permission matrix with identity providers, passkeys and service tokens', () =>
  permissionMatrix(['identity_provider', 'passkey', 'service_token'], EMERGENCY_ROLES));
