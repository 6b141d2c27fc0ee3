import fc from 'fast-check';
import { Importer } from './importer';
import { Cut, readAll } from './testing/read-list';
import { euFsf } from './eu-fsf';
import { followTheMoney } from './followthemoney';
import {
  EU_LIST,
  FTM_LIST,
  OFAC_ADD,
  OFAC_ALT,
  OFAC_COMMENTS,
  OFAC_SDN,
  OFSI_LIST,
  TARGETS_LIST,
  UK_LIST,
  UN_LIST,
} from './testing/invented-lists';
import { MAPPED_LIST, MAPPING } from './testing/invented-mapped';
import { OFAC_ADVANCED, OFAC_XML } from './testing/invented-ofac-xml';
import { SECO_LIST } from './testing/invented-seco';
import { UK_XML } from './testing/invented-uk-xml';
import { mappedCsv } from './mapped-csv';
import { ofacAdvanced } from './ofac-advanced';
import { ofacSdn } from './ofac-sdn';
import { ofacXml } from './ofac-xml';
import { openSanctionsTargets } from './opensanctions-targets';
import { seco } from './seco';
import { ukSanctions } from './uk-sanctions';
import { ukSanctionsXml } from './uk-sanctions-xml';
import { unConsolidated } from './un-consolidated';

const LISTS: [string, Importer, Record<string, string>][] = [
  ['OFAC', ofacSdn, { sdn: OFAC_SDN, alt: OFAC_ALT, add: OFAC_ADD, comments: OFAC_COMMENTS }],
  ['UN', unConsolidated, { list: UN_LIST }],
  ['UK', ukSanctions, { list: UK_LIST }],
  ['OFSI', ukSanctions, { list: OFSI_LIST }],
  ['EU', euFsf, { list: EU_LIST }],
  ['targets', openSanctionsTargets, { list: TARGETS_LIST }],
  ['FollowTheMoney', followTheMoney, { list: FTM_LIST }],
  ['OFAC XML', ofacXml, { list: OFAC_XML }],
  ['OFAC advanced XML', ofacAdvanced, { list: OFAC_ADVANCED }],
  ['UK XML', ukSanctionsXml, { list: UK_XML }],
  ['SECO', seco, { list: SECO_LIST }],
  ['mapped CSV', mappedCsv, { list: MAPPED_LIST, mapping: MAPPING }],
];

const eachByte: Cut = (bytes) => [...bytes].map((byte) => Buffer.from([byte]));
const eachCodeUnit: Cut = (bytes) => bytes.toString().split('');

function inPieces(lengths: number[]): Cut {
  return (bytes) => {
    const pieces: Buffer[] = [];
    for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
      const length = lengths[turn % lengths.length]!;
      pieces.push(bytes.subarray(at, at + length));
      at += length;
    }
    return pieces;
  };
}

/** The entries and issues, or the text of the error. */
async function outcome(importer: Importer, contents: Record<string, string | Buffer>, cut?: Cut): Promise<unknown> {
  try {
    return await readAll(importer, contents, cut);
  } catch (error) {
    return String(error);
  }
}

describe.each(LISTS)('%s: the result does not depend on the chunks of the input', (_, importer, contents) => {
  it('for single bytes and single UTF-16 code units', async () => {
    const expected = await readAll(importer, contents);
    expect(expected.entries.length).toBeGreaterThan(0);
    expect(await readAll(importer, contents, eachByte)).toEqual(expected);
    expect(await readAll(importer, contents, eachCodeUnit)).toEqual(expected);
  });

  it('for chunks of any length, also when some bytes are damaged', async () => {
    const damage = fc.array(
      fc.tuple(fc.nat(), fc.constantFrom('"', '<', '>', '&', '\n', ',', '{', '\u0000', '\u00ff', ';')),
      { maxLength: 4 },
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 8 }),
        damage,
        async (lengths, faults) => {
          const damaged = Object.fromEntries(
            Object.entries(contents).map(([role, text]) => {
              const bytes = Buffer.from(text);
              for (const [at, character] of faults) bytes[at % bytes.length] = character.charCodeAt(0);
              return [role, bytes];
            }),
          );
          expect(await outcome(importer, damaged, inPieces(lengths))).toEqual(await outcome(importer, damaged));
        },
      ),
      { numRuns: 25 },
    );
  });
});
