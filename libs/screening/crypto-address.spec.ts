import { isCryptoAddress } from './crypto-address';
import { compareIdentifiers } from './identifiers';
import type { ListEntry } from './list-entry';
import { ScreeningIndex } from './screening-index';
import { company, entry } from './testing/list-entries';

const BITCOIN = '12QtD5BFwRsdNsAZY76UVE1xyCGNTojH9h';
const ETHER = '0x52908400098527886E0F7030069857D2E4169EE7';
const BECH32 = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
const CASH = 'qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a';
const STELLAR = 'GAAZI4TCR3TY5OJHCTJC2A4QSY6CJWJH5IAJTGKIN2ER7LBNVKOCCWN7';
const ZERO_WIDTH = '\u200B';
const FULL_WIDTH_5 = '\uFF15';

const listed = (value: string, type = 'digital currency address'): ListEntry =>
  entry(['Viktor Orlan'], { identifiers: [{ type, value }] });
const paidTo = (of: ListEntry, account: string) =>
  new ScreeningIndex([of]).screen({ ...company('Acme'), identifiers: [{ type: 'account', value: account }] });

describe('a listed address of crypto-assets', () => {
  it.each([
    [BITCOIN, `${BITCOIN.slice(0, 9)} ${BITCOIN.slice(9)}`],
    [BITCOIN, `${BITCOIN.slice(0, 9)}${ZERO_WIDTH}${BITCOIN.slice(9)}`],
    [BITCOIN, `bitcoin:${BITCOIN}`],
    [BITCOIN, `bitcoin:${BITCOIN}?amount=1`],
    [BITCOIN, `BTC ${BITCOIN}`],
    [BITCOIN, `XBT:${BITCOIN}`],
    [BITCOIN, `BTC wallet: ${BITCOIN}`],
    [BITCOIN, `${BITCOIN};`],
    [`XBT ${BITCOIN}`, BITCOIN],
    [ETHER, ETHER.slice(2)],
    [ETHER.slice(2), ETHER.toLowerCase()],
    [ETHER, `ethereum:${ETHER}`],
    [ETHER, `ethereum:${ETHER}@1?value=5`],
    [ETHER, `eth:${ETHER}`],
    [ETHER, ETHER.replace('5', FULL_WIDTH_5)],
    [BECH32, BECH32.replace('bc1qar', 'Bc1Qar')],
    [CASH, `bitcoincash:${CASH}`],
    [`bitcoincash:${CASH}`, CASH],
    [`bitcoincash:${CASH}`, `BITCOINCASH:${CASH.toUpperCase()}`],
    [CASH, CASH.toUpperCase()],
    [STELLAR, STELLAR],
    [STELLAR, `XLM ${STELLAR.toLowerCase()}`],
  ])('%s is found as the account %s', (value, account) => {
    expect(paidTo(listed(value), account)).toMatchObject([{ features: { identifiers: 'same' } }]);
  });

  it.each(['bitcoin address', 'identifier', 'account'])('is found also if the list calls it %s', (type) => {
    for (const value of [BITCOIN, ETHER, CASH, STELLAR]) expect(paidTo(listed(value, type), value)).toHaveLength(1);
    expect(paidTo(listed(ETHER, type), ETHER.slice(2))).toMatchObject([{ features: { identifiers: 'same' } }]);
  });

  it('in base58 is another one in another case, whatever the types are', () => {
    const other = BITCOIN.replace('Qt', 'qT');
    for (const type of ['digital currency address', 'identifier', 'account']) {
      for (const account of [other, BITCOIN.toLowerCase()]) expect(paidTo(listed(BITCOIN, type), account)).toEqual([]);
      expect(compareIdentifiers([{ value: other }], [{ type, value: BITCOIN }])).toBeUndefined();
      expect(compareIdentifiers([{ value: BITCOIN.toLowerCase() }], [{ type, value: BITCOIN }])).not.toBe('same');
    }
  });

  it('is told from IBANs and other numbers, which are compared as before', () => {
    for (const value of ['HU17777777777777777777777777', 'GB29NWBK60161331926819', 'BTC 123456', '1027700132195']) {
      expect(isCryptoAddress(value)).toBe(false);
      expect(paidTo(listed(value, 'account'), value.toLowerCase())).toHaveLength(1);
    }
    const number = 'Ab7'.repeat(9);
    expect(compareIdentifiers([{ type: 'tax id', value: number }], [{ type: 'tax id', value: number }])).toBe('same');
  });
});

describe('a listed wallet', () => {
  it('is found by the address that is its name', () => {
    for (const name of [BITCOIN, ETHER]) {
      const wallet = entry([name], { id: 'wallet', schema: 'Wallet' });
      expect(paidTo(wallet, name)).toMatchObject([{ entry: { id: 'wallet' }, features: { identifiers: 'same' } }]);
    }
    expect(paidTo(entry(['Orlan'], { schema: 'Wallet' }), 'Orlan')).toEqual([]);
  });

  it('as a subject is found by its name, too', () => {
    const index = new ScreeningIndex([listed(ETHER)]);
    expect(index.screen({ schema: 'Wallet', names: [`eth:${ETHER}`] })).toHaveLength(1);
  });
});
