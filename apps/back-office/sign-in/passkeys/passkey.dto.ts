import { Flag } from '@probity/platform/http/fields/choice';
import { Field } from '@probity/platform/http/fields/field';
import { rule } from '@probity/platform/http/fields/rule';
import { Text } from '@probity/platform/http/fields/text';
import { freeFormProblem } from '@probity/platform/free-form-json';

const MAX_NAME = 100;
const MAX_BYTES = 16 * 1024;

/** What the browser returned; the library checks the rest of its form. */
const Credential = (): PropertyDecorator =>
  Field(
    {
      type: 'object',
      description: 'the credential of the browser, as `toJSON()` returns it',
      example: { id: 'AQID', rawId: 'AQID', type: 'public-key', response: {}, clientExtensionResults: {} },
    },
    rule('isCredential', (value, field) => freeFormProblem(value, field, MAX_BYTES)),
  );

export class AddPasskeyBody {
  @Text(MAX_NAME, { example: 'security key', description: 'that helps you to find it in your list' })
  name: string;

  @Credential()
  credential: object;
}

export class ConfirmPasskeyBody {
  @Credential()
  credential: object;
}

export class PasskeySignInBody extends ConfirmPasskeyBody {
  @Flag({ default: false, description: 'true: the response contains the token of the session, for a program' })
  as_token: boolean = false;
}
