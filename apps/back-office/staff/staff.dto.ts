import { EMERGENCY_ROLES, type TenantRole } from '@probity/contracts/staff/words';
import { Choices } from '@probity/platform/http/fields/choice';
import { OptionalWholeNumber, WholeNumber } from '@probity/platform/http/fields/number';
import { RequiredEmail } from '@probity/platform/http/fields/email';
import { Text } from '@probity/platform/http/fields/text';
import { Roles } from './roles.decorator';
import { ReasonBody } from './decision.dto';

const MAX_NAME = 100;
const MAX_LABEL = 255;
const MAX_TOKEN_DAYS = 366;
export const DEFAULT_TOKEN_DAYS = 90;
const MAX_EMERGENCY_MINUTES = 480;

const Name = (example: string): PropertyDecorator => Text(MAX_NAME, { example });
const Email = (): PropertyDecorator => RequiredEmail('with which the person signs in');

export class AddPersonBody extends ReasonBody {
  @Name('Jane Smith')
  name: string;

  @Email()
  email: string;

  @Roles({ example: ['compliance_officer'] })
  roles: TenantRole[];
}

export class AddServiceBody extends ReasonBody {
  @Name('Nightly export')
  name: string;

  @Roles({ example: ['auditor'] })
  roles: TenantRole[];
}

export class SetRolesBody extends ReasonBody {
  @Roles({
    example: ['analyst'],
    description: 'all roles that the account has in this tenant from now on; an empty list takes them away',
  })
  roles: TenantRole[];
}

export class AddOperatorBody extends ReasonBody {
  @Name('Kim Lee')
  name: string;

  @Email()
  email: string;
}

export class CreateTokenBody extends ReasonBody {
  @Text(MAX_LABEL, { example: 'nightly export' })
  label: string;

  @OptionalWholeNumber(1, MAX_TOKEN_DAYS, { default: DEFAULT_TOKEN_DAYS, description: 'days until it expires' })
  expires_in_days?: number | null;
}

export class EmergencyAccessBody extends ReasonBody {
  @Choices(EMERGENCY_ROLES, { example: ['auditor'] })
  roles: TenantRole[];

  @WholeNumber(1, MAX_EMERGENCY_MINUTES, { example: 60, description: 'minutes until it ends' })
  minutes: number;
}
