import { Flag } from '@probity/platform/http/fields/choice';
import { OptionalWholeNumber } from '@probity/platform/http/fields/number';
import { NonBlankText, Text } from '@probity/platform/http/fields/text';
import { Uuid } from '@probity/platform/http/fields/uuid';

const MAX_SECRET = 100;
const MIN_PORT = 1_024;
const MAX_PORT = 65_535;

export class StartOpenidBody {
  @Uuid({ description: 'the identity provider; an admin or the invitation says which' })
  provider_id: string;

  @NonBlankText(MAX_SECRET, {
    example: 'probity_invitation_…',
    description: 'to accept it: the person signs in with this identity from now on',
  })
  invitation?: string | null;

  @Flag({ default: false, description: 'true: the person must prove again at the provider who they are' })
  again: boolean = false;

  @OptionalWholeNumber(MIN_PORT, MAX_PORT, {
    description:
      'for a program: the port of 127.0.0.1 to which the browser brings a code, with which the program gets the session',
  })
  loopback_port?: number | null;
}

export class FinishOpenidBody {
  @Text(MAX_SECRET, { example: 'the code', description: 'that the browser brought to the loopback port' })
  code: string;

  @Text(MAX_SECRET, { example: 'the secret', description: 'from the start' })
  finish_secret: string;
}

export class OpenAttemptQuery {
  @Text(MAX_SECRET, { example: 'a secret', description: 'from the start; it works once' })
  attempt: string;
}
