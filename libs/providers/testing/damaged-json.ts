/** What a word in a damaged document is replaced by. */
export const UNKNOWN_WORD = 'a word that the provider does not document';

/** A JSON document that differs from an example in one value. */
export interface Damage {
  /** `missing`, `null` and `type`: the value is not what it should be; `word`: another text; `number`: another number */
  kind: 'missing' | 'null' | 'type' | 'word' | 'number';
  /** the path of the value without positions in lists, such as `hits.score` */
  field: string;
  /** the value before */
  value: unknown;
  /** for messages, such as `hits.0.score = null` */
  what: string;
  document: unknown;
}

type Path = (string | number)[];

/** The document of a body: examples have it as a value, or as its JSON. */
export const documentOf = (body: unknown): unknown =>
  typeof body === 'string' || Buffer.isBuffer(body) ? (JSON.parse(body.toString()) as unknown) : body;

/** Each value inside a document, also in lists, deleted, of another type, or changed. */
export function damagesOf(document: unknown): Damage[] {
  return valuesIn(document).flatMap(([path, value]) => {
    const field = path.filter((step) => typeof step === 'string').join('.');
    const damage = (kind: Damage['kind'], other: unknown): Damage => {
      const what = `${path.join('.')} ${other === undefined ? 'is missing' : `= ${JSON.stringify(other)}`}`;
      return { kind, field, value, what, document: changed(document, path, other) };
    };
    return [
      // A list without one of its entries is a right response.
      ...(typeof path.at(-1) === 'string' ? [damage('missing', undefined)] : []),
      ...(value === null ? [] : [damage('null', null)]),
      ...otherTypes(value).map((other) => damage('type', other)),
      ...(typeof value === 'string' ? [damage('word', UNKNOWN_WORD)] : []),
      ...(typeof value === 'number' ? [damage('number', value + 1)] : []),
    ];
  });
}

function valuesIn(document: unknown, path: Path = []): [Path, unknown][] {
  const inside: [Path, unknown][] =
    typeof document !== 'object' || document === null
      ? []
      : Object.entries(document).map(([name, value]) => [
          [...path, Array.isArray(document) ? Number(name) : name],
          value,
        ]);
  return inside.flatMap(([at, value]) => [[at, value] as [Path, unknown], ...valuesIn(value, at)]);
}

function otherTypes(value: unknown): unknown[] {
  if (Array.isArray(value)) return [{}, 'text'];
  if (typeof value === 'string') return [42, {}, []];
  if (typeof value === 'number') return ['text', {}];
  return typeof value === 'object' ? [[], 'text'] : [{}, 'text'];
}

/** A copy with another value at the path; undefined deletes the field. */
function changed(document: unknown, [step, ...rest]: Path, value: unknown): unknown {
  if (step === undefined) return value;
  const inside = document as Record<string | number, unknown>;
  const other = changed(inside[step], rest, value);
  if (Array.isArray(document)) return (document as unknown[]).with(Number(step), other);
  const { [step]: _, ...fields } = inside;
  return other === undefined ? fields : { ...inside, [step]: other };
}
