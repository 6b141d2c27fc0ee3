import { otherSuites, refusalSuites } from './every-suite';
import { onProfile } from './product';

// The core suites run in embedded.spec.ts.
onProfile('embedded', (product) => {
  otherSuites(product);
  refusalSuites(product, 'all');
});
