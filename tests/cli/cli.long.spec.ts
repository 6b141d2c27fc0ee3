import { audit } from './audit.suite';
import { tenants } from './tenants.suite';
import { identityProviders } from './identity-providers.suite';
import { ledgers } from './ledgers.suite';
import { use } from './use.suite';

describe('the command line', () => {
  tenants();
  ledgers();
  use();
  identityProviders();
  audit();
});
