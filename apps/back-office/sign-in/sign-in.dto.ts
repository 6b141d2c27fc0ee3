import { Flag } from '@probity/platform/http/fields/choice';
import { Text } from '@probity/platform/http/fields/text';
import { MAX_PASSWORD, MIN_PASSWORD } from './passwords';

const MAX_EMAIL = 320;
const MAX_CODE = 30;
const MAX_INVITATION = 100;

const Code = (description: string): PropertyDecorator => Text(MAX_CODE, { example: '492039', description });
const Invitation = (): PropertyDecorator =>
  Text(MAX_INVITATION, { example: 'probity_invitation_…', description: 'from the admin' });

export class SignInBody {
  @Text(MAX_EMAIL, { example: 'jane.smith@bank.example' })
  email: string;

  @Text(MAX_PASSWORD, { example: 'correct horse battery staple' })
  password: string;

  @Code('the one-time code of the app, or a recovery code')
  code: string;

  @Flag({
    default: false,
    description: 'true: the response contains the token of the session, for a program; false: a cookie does',
  })
  as_token: boolean = false;
}

export class ConfirmBody {
  @Text(MAX_PASSWORD, { example: 'correct horse battery staple' })
  password: string;

  @Code('the one-time code of the app, or a recovery code')
  code: string;
}

export class OpenInvitationBody {
  @Invitation()
  invitation: string;
}

export class AcceptInvitationBody {
  @Invitation()
  invitation: string;

  @Text(MAX_PASSWORD, { minLength: MIN_PASSWORD, example: 'correct horse battery staple' })
  password: string;

  @Code('the one-time code of the app, which shows that the app has the secret')
  code: string;
}
