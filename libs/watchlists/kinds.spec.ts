import { euFsf } from './eu-fsf';
import { followTheMoney } from './followthemoney';
import type { Importer } from './importer';
import { mappedCsv } from './mapped-csv';
import { ofacSdn } from './ofac-sdn';
import { ofacXml } from './ofac-xml';
import { openSanctionsTargets } from './opensanctions-targets';
import { seco } from './seco';
import { readAll } from './testing/read-list';
import { ukSanctions } from './uk-sanctions';
import { unConsolidated } from './un-consolidated';

// Small records of what is no person and no company, and of persons with a gender. All are invented.

const ftm = (...entities: object[]): string => entities.map((entity) => `${JSON.stringify(entity)}\n`).join('');
const aPerson = (properties: object) => ({ id: 'P', caption: 'Ann Example', schema: 'Person', properties });

const only = async (importer: Importer, files: Record<string, string>) => (await readAll(importer, files)).entries[0]!;

describe('vessels, aircraft and wallets', () => {
  it('are read from entities of FollowTheMoney', async () => {
    const wallet = {
      schema: 'CryptoWallet',
      properties: { publicKey: ['0x52908400098527886E0F7030069857D2E4169EE7'] },
    };
    const list = ftm(
      { id: 'V', caption: 'Sol', schema: 'Vessel', properties: { imoNumber: ['IMO9187629'], flag: ['pa'] } },
      { id: 'A', caption: 'EP-TST', schema: 'Airplane', properties: { registrationNumber: ['EP-TST'] } },
      { id: 'W', caption: '', ...wallet },
    );
    const { entries, issues } = await readAll(followTheMoney, { list });
    expect(issues).toEqual([]);
    expect(entries).toMatchObject([
      { schema: 'Vessel', countries: ['PA'], identifiers: [{ type: 'imo number', value: 'IMO9187629' }] },
      { schema: 'Aircraft', identifiers: [{ type: 'aircraft tail number', value: 'EP-TST' }] },
      {
        schema: 'Wallet',
        names: [{ name: wallet.properties.publicKey[0], quality: 'primary' }],
        identifiers: [{ type: 'digital currency address', value: wallet.properties.publicKey[0] }],
      },
    ]);
  });

  it('are read from targets of OpenSanctions, which do not name the kinds of identifiers', async () => {
    const list = [
      'id,schema,name,identifiers',
      'V,Vessel,Sol,IMO9187629;572469210;C4LL5',
      'A,Airplane,EP-TST,EP-TST;1023',
      'W,CryptoWallet,bc1q,bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
      'P,Person,Ann Example,9187629',
      '',
    ].join('\n');
    const { entries } = await readAll(openSanctionsTargets, { list });
    expect(entries.map(({ schema, identifiers }) => [schema, ...identifiers.map(({ type }) => type)])).toEqual([
      ['Vessel', 'imo number', 'mmsi', 'identifier'],
      ['Aircraft', 'aircraft tail number', 'aircraft serial number'],
      ['Wallet', 'digital currency address'],
      ['Person', 'identifier'],
    ]);
  });

  it('are read from the lists of the European Union and of SECO', async () => {
    const ship =
      '<export><sanctionEntity logicalId="1"><subjectType code="vessel"/><nameAlias wholeName="Sol"/></sanctionEntity></export>';
    expect(await only(euFsf, { list: ship })).toMatchObject({ schema: 'Vessel' });
    const object = (type: string): string =>
      `<swiss-sanctions-list><target ssid="1"><object object-type="${type}"><identity><name><name-part><value>EP-TST</value></name-part></name></identity></object></target></swiss-sanctions-list>`;
    for (const [type, schema] of [
      ['aircraft', 'Aircraft'],
      ['vessel', 'Vessel'],
      ['painting', 'Other'],
    ]) {
      expect(await only(seco, { list: object(type!) })).toMatchObject({ schema });
    }
  });

  it('are read from a CSV, if its mapping says so', async () => {
    const mapping = JSON.stringify({
      schemas: { ship: 'Vessel', coin: 'Wallet' },
      topic: 'sanction',
      columns: { id: 'id', schema: 'kind', names: ['name'], identifiers: { number: 'imo number' } },
    });
    const { entries } = await readAll(mappedCsv, {
      list: 'id,kind,name,number\n1,Ship,Sol,9187629\n2,coin,X1,\n',
      mapping,
    });
    expect(entries).toMatchObject([
      { schema: 'Vessel', identifiers: [{ type: 'imo number', value: '9187629' }] },
      { schema: 'Wallet' },
    ]);
  });

  it('keep an IMO number with a wrong check digit, which is reported', async () => {
    const list = ftm({ id: 'V', caption: 'Sol', schema: 'Vessel', properties: { imoNumber: ['9187620'] } });
    const { entries, issues } = await readAll(followTheMoney, { list });
    expect(entries[0]!.identifiers).toEqual([{ type: 'imo number', value: '9187620' }]);
    expect(issues).toMatchObject([
      {
        kind: 'odd',
        field: 'identifiers',
        reason: '"9187620" is no valid IMO number; it is kept, and finds no vessel',
      },
    ]);
  });
});

describe('the gender of a person', () => {
  const sdn = (remarks: string): string =>
    `1,"EXAMPLE, Ann","individual","SDGT",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,"${remarks}"\n`;
  const xml = (gender: string): string =>
    `<sdnList><sdnEntry><uid>1</uid><lastName>EXAMPLE</lastName><sdnType>Individual</sdnType><idList><id><idType>Gender</idType><idNumber>${gender}</idNumber></id></idList></sdnEntry></sdnList>`;
  const un = (gender: string): string =>
    `<CONSOLIDATED_LIST><INDIVIDUALS><INDIVIDUAL><REFERENCE_NUMBER>T.1</REFERENCE_NUMBER><FIRST_NAME>ANN</FIRST_NAME><GENDER>${gender}</GENDER></INDIVIDUAL></INDIVIDUALS></CONSOLIDATED_LIST>`;
  const uk = (gender: string): string =>
    `Report Date: 01-Jan-2026\nUnique ID,Name 6,Name type,Designation Type,Gender\nT1,EXAMPLE,Primary Name,Individual,${gender}\n`;
  const mapping = JSON.stringify({
    schema: 'Person',
    topic: 'pep',
    columns: { id: 'id', names: ['name'], gender: 'sex' },
  });

  it.each<[string, Importer, Record<string, string>, string | undefined]>([
    ['OFAC', ofacSdn, { sdn: sdn('DOB 1962; Gender Female.') }, 'female'],
    ['OFAC as XML', ofacXml, { list: xml('Male') }, 'male'],
    ['the United Nations', unConsolidated, { list: un('Male') }, 'male'],
    ['the United Kingdom', ukSanctions, { list: uk('Female') }, 'female'],
    ['FollowTheMoney', followTheMoney, { list: ftm(aPerson({ gender: ['female'] })) }, 'female'],
    ['FollowTheMoney with several', followTheMoney, { list: ftm(aPerson({ gender: ['female', 'male'] })) }, undefined],
    ['FollowTheMoney with another word', followTheMoney, { list: ftm(aPerson({ gender: ['other'] })) }, undefined],
    ['a CSV', mappedCsv, { list: 'id,name,sex\n1,Ann,F\n', mapping }, 'female'],
  ])('is read from %s', async (_list, importer, files, gender) => {
    expect((await only(importer, files)).gender).toBe(gender);
  });

  it('is not that of a company', async () => {
    const list = ftm({ ...aPerson({ gender: ['male'] }), schema: 'Company' });
    expect(await only(followTheMoney, { list })).not.toHaveProperty('gender');
  });
});
