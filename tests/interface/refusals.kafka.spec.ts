import { access } from './access.suite';
import { bodies } from './bodies.suite';
import { hostileRequests } from './hostile-requests.suite';
import { onEachProfile } from './product';
import { rejections } from './rejections.suite';

// What the interface says no to, and how.
onEachProfile((product) => {
  describe('access', () => access(product));
  describe('rejections', () => rejections(product));
  describe('bodies', () => bodies(product));
  describe('hostile requests', () => hostileRequests(product));
});
