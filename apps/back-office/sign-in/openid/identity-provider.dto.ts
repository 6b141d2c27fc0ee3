import { MAX_URL } from '@probity/contracts/webhooks/views';
import { NonBlankText, Text } from '@probity/platform/http/fields/text';
import { ReasonBody } from '../../staff/decision.dto';

const MAX_CLIENT_ID = 255;
const MAX_SECRET = 1_024;
const MAX_NAME = 100;

export class SetIdentityProviderBody extends ReasonBody {
  @Text(MAX_URL, {
    example: 'https://login.bank.example',
    description: 'the issuer of OpenID Connect, exactly as the provider names itself',
  })
  issuer: string;

  @Text(MAX_CLIENT_ID, { example: 'probity', description: 'that the provider gave to Probity' })
  client_id: string;

  @NonBlankText(MAX_SECRET, {
    example: 'the secret of the client',
    description: 'stored sealed and never returned; absent: it stays as it is, and a new client is a public one',
  })
  client_secret?: string | null;

  @Text(MAX_NAME, { example: 'Bank login', description: 'that people see' })
  display_name: string;
}
