import { EMERGENCY_ROLES } from '@probity/contracts/staff/words';
import { permissionMatrix } from './testing/permissions.suite';

// Jest cannot load the package that serves the page for browsing the API. These tests do not need the page.
jest.mock('@probity/platform/http/openapi', () => ({ serveOpenApi: () => {} }));

describe('the permission matrix', () =>
  permissionMatrix(['password', 'identity_provider', 'passkey', 'service_token'], EMERGENCY_ROLES));
