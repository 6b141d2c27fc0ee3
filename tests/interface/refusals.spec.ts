import { access } from './access.suite';
import { bodies } from './bodies.suite';
import { hostileRequests } from './hostile-requests.suite';
import { runningProduct } from './product';
import { rejections } from './rejections.suite';

// What the interface says no to, and how.
const product = runningProduct();

describe('access', () => access(product));
describe('rejections', () => rejections(product));
describe('bodies', () => bodies(product));
describe('hostile requests', () => hostileRequests(product));
