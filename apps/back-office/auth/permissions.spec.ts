import { permissionMatrix } from './testing/permissions.suite';

// Jest cannot load the package that serves the page for browsing the API. These tests do not need the page.
jest.mock('@probity/platform/http/openapi', () => ({ serveOpenApi: () => {} }));

// The other roles and ways are in permissions.long.spec.ts.
describe('the permission matrix with passwords', () =>
  permissionMatrix(['password'], [], ['platform_operator', 'compliance_officer', 'auditor']));
