import { otherSuites, refusalSuites } from './every-suite';
import { onProfile } from './product';

// The core suites run in distributed.kafka.spec.ts.
onProfile('distributed', (product) => {
  otherSuites(product);
  refusalSuites(product, 'few');
});
