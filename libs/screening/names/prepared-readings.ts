import { prepareVessel } from './prepare-vessel';
import type { PreparedName } from './prepared-name';
import { readingsOf } from './readings';
import { readingsOfVessel } from './vessel-readings';

/**
 * The readings of a name, prepared; the whole name first. What is shown of each, and told apart by, is the whole name.
 * A part of a name counts only if it tells its bearer: two names of a person, or a distinctive word of a company. A part
 * of a text stays a text.
 */
export function preparedReadings(
  name: string,
  prepare: (reading: string) => PreparedName,
  options?: { ofList: boolean },
): PreparedName[] {
  const more = prepare === prepareVessel ? readingsOfVessel : undefined;
  const [whole, ...parts] = readingsOf(name, { ...options, more }).map(prepare);
  const { inText } = whole!;
  return [whole!, ...parts.filter(isTelling).map((part) => ({ ...part, original: name, inText }))];
}

function isTelling({ schema, tokens }: PreparedName): boolean {
  const names = tokens.filter(({ kind, text }) => kind === 'name' && text.length >= 3 && !/\d/.test(text));
  return schema === 'Person' ? names.length >= 2 || tokens[0]?.native !== '' : names.length > 0;
}
