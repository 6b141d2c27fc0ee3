import { MAX_NOTE_CHARACTERS } from '@probity/contracts/checkpoints/views';
import { OptionalText } from '@probity/platform/http/fields/text';

export class VerifyAuditBody {
  @OptionalText(MAX_NOTE_CHARACTERS, {
    description:
      'a checkpoint of the log of the tenant that was kept outside of Probity, as a signed note ' +
      '(c2sp.org/tlog-checkpoint); the log must continue it',
  })
  checkpoint?: string | null;
}
