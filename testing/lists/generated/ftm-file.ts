import { type Described, type Entity, inventEntities } from './opensanctions-entities';

const lines = (entities: Entity[]): string => entities.map((each) => `${JSON.stringify(each)}\n`).join('');

/** Adds a reference, or an entity itself, to a property. */
const linked = (from: Entity, property: string, to: (string | Entity)[]): Entity =>
  to.length === 0 ? from : { ...from, properties: { ...from.properties, [property]: to } };

/**
 * Entities as `entities.ftm.json` has them, one on each line. What describes a party refers to it by its id, and is
 * before or after it. A party refers to its addresses.
 */
export function ftmFile(seed: number, count: number): string {
  const flat = ({ party, sanctions, identifications, addresses }: Described, n: number): Entity[] => {
    const statements = [
      ...sanctions.map((each) => linked(each, 'entity', [party.id])),
      ...identifications.map((each) => linked(each, 'holder', [party.id])),
      ...addresses,
    ];
    const itself = linked(
      party,
      'addressEntity',
      addresses.map(({ id }) => id),
    );
    return n % 2 === 0 ? [itself, ...statements] : [...statements, itself];
  };
  return lines(inventEntities(seed, count).flatMap(flat));
}

/** Entities as `targets.nested.json` has them: a party has what describes it within its properties. */
export function nestedFile(seed: number, count: number): string {
  const nested = ({ party, sanctions, identifications, addresses }: Described): Entity =>
    linked(
      linked(
        linked(
          party,
          'sanctions',
          sanctions.map((each) => linked(each, 'entity', [party.id])),
        ),
        'identification',
        identifications.map((each) => linked(each, 'holder', [party.id])),
      ),
      'addressEntity',
      addresses,
    );
  return lines(inventEntities(seed, count).map(nested));
}
