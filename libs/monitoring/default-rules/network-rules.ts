import { CORPORATE, INBOUND, money, OF_INBOUND, OF_OUTBOUND, OUTBOUND } from './conditions';
import { defaultRule } from './default-rule';
import { NETWORK_COUNTERPARTIES, NETWORK_LEAST_SUM, NETWORK_WINDOW } from './thresholds';

/** Many counterparties in one direction; those of a company are its customers, suppliers and staff. */
const manyCounterparties = (direction: object, ofDirection: object) => ({
  and: [
    { not: CORPORATE },
    direction,
    {
      gte: [
        { aggregate: 'distinct', of: 'counterparty', window: NETWORK_WINDOW, where: ofDirection },
        NETWORK_COUNTERPARTIES,
      ],
    },
    { gte: [{ aggregate: 'sum', of: 'amount', window: NETWORK_WINDOW, where: ofDirection }, NETWORK_LEAST_SUM] },
  ],
});

export const manyToOne = defaultRule('many_to_one', {
  name: 'Many to one',
  description:
    `A person receives ${money(NETWORK_LEAST_SUM)} or more from ${NETWORK_COUNTERPARTIES} or more senders within ` +
    `${NETWORK_WINDOW}.`,
  reason:
    'A private account that collects from many strangers is how frauds, pyramid schemes and unlicensed money ' +
    'services gather their takings.',
  severity: 'medium',
  title: 'Money from many senders',
  cooldown: NETWORK_WINDOW,
  condition: manyCounterparties(INBOUND, OF_INBOUND),
});

export const oneToMany = defaultRule('one_to_many', {
  name: 'One to many',
  description:
    `A person sends ${money(NETWORK_LEAST_SUM)} or more to ${NETWORK_COUNTERPARTIES} or more recipients within ` +
    `${NETWORK_WINDOW}.`,
  reason:
    'A private account that pays many strangers scatters money: to mules, to members of a network, or as an ' +
    'unlicensed money service.',
  severity: 'medium',
  title: 'Money to many recipients',
  cooldown: NETWORK_WINDOW,
  condition: manyCounterparties(OUTBOUND, OF_OUTBOUND),
});
