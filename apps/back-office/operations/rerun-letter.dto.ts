import { Text } from '@probity/platform/http/fields/text';
import { ReasonBody } from '../staff/decision.dto';

const MAX_SERVICE = 100;
const MAX_MESSAGE = 500;

/** Names a dead letter as the list does. */
export class RerunLetterBody extends ReasonBody {
  @Text(MAX_SERVICE, { example: 'pipeline' })
  service: string;

  @Text(MAX_MESSAGE, { example: 'customer-0197e2b0-5c1d-7a3e-9f00-2b4c6d8e0a11@3' })
  message: string;
}
