import type { Dice } from './dice';

export type Script = 'LATN' | 'CYRL' | 'ARAB' | 'HANS';

const SYLLABLES: Record<Script, string[]> = {
  LATN: 'ba,ko,ri,mé,zul,tan,ver,sø,lich,qua,dor,ñi,pel,shi,oum,gra,wen,jas,hu,çel'.split(','),
  CYRL: 'ба,ко,ри,мен,зул,тан,вер,со,лих,ква,дор,ни,пел,ши,ум,гра,щен,яс,ху,юл'.split(','),
  ARAB: 'با,كو,ري,من,زل,تا,فر,سو,لح,قا,در,ني,بل,شي,عم,غر'.split(','),
  HANS: '王,李,张,刘,陈,杨,赵,黄,周,吴,徐,孙,胡,朱,高,林'.split(','),
};

/** Words of organisations, some with characters that XML, CSV and JSON must escape. */
const TRADES = ['Trading & Shipping', 'Group', 'Holding <East>', '"Star" Works', "Brothers' Company", 'Import; Export'];
const FORMS = ['Ltd.', 'GmbH', 'LLC', 'OOO', 'S.A.', 'FZE', ''];

export function word(dice: Dice, script: Script = 'LATN'): string {
  const text = dice
    .times(script === 'HANS' ? 1 : 2, script === 'HANS' ? 2 : 4, () => dice.one(SYLLABLES[script]))
    .join('');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/** The parts of a person's name. Parts may have hyphens, apostrophes and spaces. */
export interface PersonName {
  first: string;
  middle: string;
  last: string;
}

export function personName(dice: Dice, script: Script = 'LATN'): PersonName {
  const first = dice.often(90) ? word(dice, script) : '';
  const middle = first !== '' && dice.often(40) ? word(dice, script) : '';
  const plain = word(dice, script);
  const last = script !== 'LATN' ? plain : dice.one([plain, plain, `al-${plain}`, `O'${plain}`, `van ${plain}`]);
  return { first, middle, last };
}

export const spoken = ({ first, middle, last }: PersonName): string =>
  [first, middle, last].filter((part) => part !== '').join(' ');

/** The name of an organisation, a vessel or an aircraft. */
export function thingName(dice: Dice, kind: string, script: Script = 'LATN'): string {
  if (kind === 'aircraft' && script === 'LATN') return dice.code('AA-AAA');
  if (script !== 'LATN') return `${word(dice, script)} ${word(dice, script)}`;
  if (kind === 'vessel') return `${word(dice)} ${dice.one(['Star', 'Pearl', 'No. 8', 'II'])}`.toUpperCase();
  if (dice.often(10)) return word(dice).slice(0, 5).toUpperCase();
  return [word(dice), word(dice), dice.one(TRADES), dice.one(FORMS)].filter(Boolean).join(' ');
}
