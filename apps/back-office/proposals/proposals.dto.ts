import { PROPOSAL_STATUSES, type ProposalStatus } from '@probity/contracts/proposals/words';
import { OptionalChoice } from '@probity/platform/http/fields/choice';
import { PageQuery } from '@probity/platform/http/page.dto';

export class ProposalsQuery extends PageQuery {
  @OptionalChoice(PROPOSAL_STATUSES)
  status?: ProposalStatus;
}
