import type { Schemas } from '../api/client';
import { COLUMNS, layOut, WIDTH } from './network-layout';

type Network = Schemas['CustomerNetwork'];
type Counterparty = Schemas['NetworkCounterparty'];

const LONGEST = 28;

/** The network as a drawing. The tables below it say the same. */
export function NetworkGraph({ network, name }: { network: Network; name: string }) {
  const { height, y, counterparties, others, toCounterparties, toOthers } = layOut(network);
  const partyOf = new Map(network.counterparties.map((one) => [one.counterparty, one]));
  const customerOf = new Map(network.customers.map((one) => [one.id, one]));
  const label = `${numbered(counterparties.length, 'counterparty', 'counterparties')}, and ${numbered(others.length, 'other customer', 'other customers')}`;
  return (
    <div className="network-frame" role="group" aria-label="Drawing of the network" tabIndex={0}>
      <svg viewBox={`0 0 ${WIDTH} ${height}`} role="img" aria-label={label} className="network">
        {toCounterparties.map(({ key, from, to, width }) => (
          <Line key={key} from={[COLUMNS.customer, from]} to={[COLUMNS.counterparties, to]} width={width} />
        ))}
        {toOthers.map(({ key, from, to, width }) => (
          <Line key={key} from={[COLUMNS.afterCounterparties, from]} to={[COLUMNS.others, to]} width={width} isThin />
        ))}
        <circle cx={COLUMNS.customer} cy={y} r={9} className="network-customer" />
        <text x={4} y={y + 26} className="network-text">
          {shortened(name, 24)}
        </text>
        {counterparties.map(({ id, y: at }) => {
          const party = partyOf.get(id)!;
          return (
            <g key={id}>
              <title>{`${nameOf(party)}: ${party.transactions} transactions`}</title>
              <circle cx={COLUMNS.counterparties} cy={at} r={6} className={classOf(party)} />
              <text x={COLUMNS.counterparties + 12} y={at + 4} className="network-text">
                <tspan className="foreign">{shortened(nameOf(party), LONGEST)}</tspan>
                <tspan>{marksOf(party)}</tspan>
              </text>
            </g>
          );
        })}
        {others.map(({ id, y: at }) => {
          const other = customerOf.get(id)!;
          return (
            <g key={id}>
              <title>{`${other.name}: rating ${other.risk_rating}, ${other.active_alerts} active alerts`}</title>
              <circle cx={COLUMNS.others} cy={at} r={6} className="network-other" />
              <text x={COLUMNS.others + 12} y={at + 4} className="network-text">
                <tspan className="foreign">{shortened(other.name, 26)}</tspan>
              </text>
            </g>
          );
        })}
      </svg>
    </div>
  );
}

type Point = [x: number, y: number];

function Line({
  from: [x1, y1],
  to: [x2, y2],
  width,
  isThin,
}: {
  from: Point;
  to: Point;
  width: number;
  isThin?: true;
}) {
  const middle = (x1 + x2) / 2;
  return (
    <path
      d={`M${x1},${y1} C${middle},${y1} ${middle},${y2} ${x2},${y2}`}
      strokeWidth={width}
      className={isThin ? 'network-line network-thin' : 'network-line'}
    />
  );
}

export const nameOf = ({ name, account, counterparty }: Counterparty): string => name ?? account ?? counterparty;

/** What the colour of a counterparty says, in words. */
export function marksOf({ match, is_allowed, active_alerts }: Counterparty): string {
  const marks = [
    match === 'confirmed_match' && 'listed',
    match === 'potential_match' && 'maybe listed',
    is_allowed && 'allowed',
    active_alerts > 0 && numbered(active_alerts, 'alert', 'alerts'),
  ].filter(Boolean);
  return marks.length === 0 ? '' : ` (${marks.join(', ')})`;
}

function classOf({ match, active_alerts }: Counterparty): string {
  if (match !== null) return 'network-listed';
  return active_alerts > 0 ? 'network-alerted' : 'network-party';
}

/** Such as `1 alert` or `2,000 alerts`. */
export const numbered = (count: number, one: string, several: string): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : several}`;

const shortened = (text: string, most: number): string => {
  const letters = [...text];
  return letters.length > most ? `${letters.slice(0, most - 1).join('')}…` : text;
};
