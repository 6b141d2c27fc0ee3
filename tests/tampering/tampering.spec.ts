import { expectClean } from './detection';
import { scene } from './testing/stage';
import { eventColumns } from './event-columns.suite';
import { eventOrder } from './event-order.suite';
import { forgedPostings } from './forged-postings.suite';
import { insiders } from './insiders.suite';
import { olderVersion } from './older-version.suite';
import { otherEvents } from './other-events.suite';
import { postingFields } from './posting-fields.suite';
import { signingKey } from './signing-key.suite';

describe('tampering with the stored events', () => {
  it('begins with a ledger that verifies', () => expectClean(scene));

  postingFields();
  eventColumns();
  eventOrder();
  forgedPostings();
  signingKey();
  otherEvents();
  insiders();
  olderVersion();
});
