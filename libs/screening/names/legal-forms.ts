import { distance } from 'fastest-levenshtein';
import type { Word } from './words';
import { toWords } from './words';

/**
 * Legal forms of companies by class: forms of one class are the same kind of body under different laws or in
 * different words (`Ltd`, `Limited`; `ООО`, `LLC`, `Sp. z o.o.`). Short forms that are also words or initials
 * count only where they stand first or last.
 */
const FORMS: Readonly<Record<string, string>> = {
  // bodies with liability limited to shares that are not traded
  limited: `ltd|limited|private limited|pvt ltd|private ltd|pte ltd|pty ltd|proprietary limited|pte limited|pty limited|limited company|
    co ltd|co limited|company limited|company ltd|ltda|limitada|sociedade limitada|kabushiki|yugen kaisha|cyf|teo|teoranta|
    llc|limited liability company|limited liability co|l l c|ooo|общество с ограниченной ответственностью|ооо|
    obshchestvo s ogranichennoy otvetstvennostyu|too|тоо|товарищество с ограниченной ответственностью|tov|тов|
    товариство з обмеженою відповідальністю|mchj|mmc|ооо|оок|осоо|gmbh|gesellschaft mit beschränkter haftung|ggmbh|mbh|ug haftungsbeschränkt|
    sarl|société à responsabilité limitée|sàrl|eurl|srl|societa a responsabilita limitata|società a responsabilità limitata|srls|
    societatea cu răspundere limitată|societate cu raspundere limitata|sociedad de responsabilidad limitada|s de rl|s de rl de cv|
    sociedad limitada|slu|sl unipersonal|sociedad limitada unipersonal|lda|bv|besloten vennootschap|bvba|sprl|besloten vennootschap met beperkte aansprakelijkheid|
    sp z oo|sp z o o|spzoo|spolka z ograniczona odpowiedzialnoscia|spolka z oo|spolka z o o|spółka z ograniczoną odpowiedzialnością|sro|spol s ro|spoločnosť s ručením obmedzeným|
    společnost s ručením omezeným|kft|korlátolt felelősségű társaság|doo|društvo s ograničenom odgovornošću|
    друштво са ограниченом одговорношћу|eood|еоод|ood|оод|дружество с ограничена отговорност|uab|uždaroji akcinė bendrovė|sia|sabiedrība ar ierobežotu atbildību|
    osauhing|ltd sti|limited sirketi|limited şirketi|ltd şti|shpk|epe|ike|anpartsselskab|aps|
    with limited liability|wll|w l l|fz llc|fzllc|fz co|fzco|fzc|fze|free zone establishment|dmcc|有限公司|有限责任公司|有限責任公司|유한회사|有限会社|合同会社|שם בעמ|בעמ|sdn bhd|sendirian berhad`,
  // bodies with shares
  stock: `plc|public limited company|p l c|ag|aktiengesellschaft|se|societas europaea|kgaa|corp|corporation|inc|incorporated|incorporation|
    sa|société anonyme|sociedad anonima|sociedad anónima|sociedade anonima|sociedade anônima|sociedade anónima|societe anonyme|sa de cv|sab de cv|sapi de cv|sociedad anonima de capital variable|
    sau|sas|société par actions simplifiée|sociedad por acciones simplificada|spa|società per azioni|societa per azioni|s p a|nv|naamloze vennootschap|
    oy|oyj|osakeyhtiö|osakeyhtio|ab|aktiebolag|publ ab|as|aksjeselskap|asa|allmennaksjeselskap|a s|aktieselskab|hf|hlutafélag|ehf|
    ao|ао|joint stock company|joint stock co|jsc|open joint stock company|ojsc|oao|оао|открытое акционерное общество|
    public joint stock company|pjsc|pao|пао|публичное акционерное общество|closed joint stock company|cjsc|zao|зао|закрытое акционерное общество|
    акционерное общество|непубличное акционерное общество|aktsionernoe obshchestvo|publichnoe aktsionernoe obshchestvo|otkrytoe aktsionernoe obshchestvo|
    zakrytoe aktsionernoe obshchestvo|private joint stock company|prjsc|prat|прат|приватне акціонерне товариство|pat|пат|публічне акціонерне товариство|акціонерне товариство|
    ojs co|psc|public shareholding company|shareholding company|saog|saoc|saa|sae|sal|sarl au|sociedad anonima abierta|
    spolka akcyjna|spółka akcyjna|akciová společnost|akciova spolecnost|akciová spoločnosť|zrt|nyrt|rt|részvénytársaság|zártkörűen működő részvénytársaság|
    ad|ад|ead|еад|акционерно дружество|dd|dioničko društvo|akcionarsko društvo|акционарско друштво|anonim şirketi|anonim sirketi|anonim sirket|aş|as ve ticaret|
    aktsiaselts|akciju sabiedrība|akcinė bendrovė|kk|kabushiki kaisha|kabushiki gaisha|株式会社|股份有限公司|주식회사|bhd|berhad|tbk|pt|perseroan terbatas|persero|perusahaan perseroan|
    ae|ανώνυμη εταιρεία|anonimi eteria|α ε|sh a|shoqeri aksionare|sociedad anonima cerrada|sac|sa cv|cjs|شركة مساهمة|سهامی عام|سهامی خاص|sahami khass|sahami aam`,
  partnership: `lp|limited partnership|llp|limited liability partnership|lllp|kg|kommanditgesellschaft|gmbh co kg|gmbh and co kg|ag and co kg|ohg|offene handelsgesellschaft|gbr|
    snc|société en nom collectif|scs|société en commandite simple|sca|société en commandite par actions|cv commanditaire vennootschap|vof|vennootschap onder firma|
    sp j|sp k|spółka jawna|spółka komandytowa|spolka komandytowa|ky|kommandiittiyhtiö|kb|kommanditbolag|hb|ks|vos|полное товарищество|general partnership`,
  // bodies that are not run for profit
  nonprofit: `ano|ано|автономная некоммерческая организация|autonomous nonprofit organization|autonomous non profit organization|avtonomnaya nekommercheskaya organizatsiya|
    ngo|nonprofit organization|non profit organization|ev|eingetragener verein|e v|association loi 1901|asbl|vzw|onlus|stichting|cooperative society|
    некоммерческая организация|некоммерческое партнерство|общественная организация|obshchestvennaya organizatsiya|cic|community interest company|clg`,
  state: `fgup|фгуп|федеральное государственное унитарное предприятие|federal state unitary enterprise|fsue|gup|гуп|государственное унитарное предприятие|state unitary enterprise|
    mup|муп|муниципальное унитарное предприятие|rup|руп|республиканское унитарное предприятие|republican unitary enterprise|unitary enterprise|up|
    fgbu|фгбу|федеральное государственное бюджетное учреждение|gosudarstvennoe unitarnoe predpriyatie|chup|чуп|частное унитарное предприятие|odo|одо`,
  trader: `ip|ип|индивидуальный предприниматель|individual entrepreneur|ek|eingetragener kaufmann|sole proprietor|eirl|eireli|fop|фоп|фізична особа підприємець`,
};

/** Forms that say no more than that it is a company; they stand for no class. */
const PLAIN_FORMS =
  'co|company|cie|compagnie|compania|compañía|companhia|kompaniya|компания|компанія|公司|firma|şirketi|sirketi|sherkat|sharika|شركة|شرکت|회사|общество|товарищество';

/** Also words, initials or parts of names: a form only as the first or the last word. */
const AMBIGUOUS = new Set(
  (
    'as sa se ab ag ao ad ae ug ud pt kk nv oy ev dd ip ek hf hb kb ks rt sl lp kg cv up pat spa sas sia too rup mup ky ano sac sal tov ead sca scs snc psc dmcc ' +
    'limited firma co cie teo sau prat hf inc corp corporation company compagnie compania companhia kompaniya osauhing aps'
  ).split(' '),
);

/** The class of bodies that are not run for profit. */
export const NONPROFIT = 'nonprofit';

export interface LegalForm {
  /** one of the classes above, or '' for a word that only says that it is a company */
  readonly class: string;
  /** how many words of the name it takes */
  readonly words: number;
}

const SHORTEST_LONG_WORD = 7;

interface Node {
  readonly next: Map<string, Node>;
  class?: string;
}

let root: Node | undefined;
/** Long words of legal forms, which are recognised with a spelling mistake too, by their first letter. */
const longWords = new Map<string, string[]>();

function forms(): Node {
  if (root) return root;
  root = { next: new Map() };
  const plant = (form: string, formClass: string): void => {
    const words = joinLetters(toWords(form.trim()));
    if (words.length === 0) return;
    let node = root!;
    for (const { text } of words) {
      let next = node.next.get(text);
      if (!next) node.next.set(text, (next = { next: new Map() }));
      node = next;
    }
    node.class ??= formClass;
  };
  for (const [formClass, list] of Object.entries(FORMS)) for (const form of list.split('|')) plant(form, formClass);
  for (const form of PLAIN_FORMS.split('|')) plant(form, '');
  const words = new Set(
    Object.values(FORMS)
      .concat(PLAIN_FORMS)
      .flatMap((list) => toWords(list).map(({ text }) => text)),
  );
  for (const word of words) {
    if (word.length < SHORTEST_LONG_WORD) continue;
    const known = longWords.get(word[0]!);
    if (known) known.push(word);
    else longWords.set(word[0]!, [word]);
  }
  return root;
}

/**
 * Single letters that follow each other are one abbreviation: `S. A. R. L.` is `sarl`, `S C Johnson` is
 * `sc johnson`. Letters with dots between them do not take one before them: `V L.P.` is `v lp`.
 */
export function joinLetters(words: readonly Word[]): Word[] {
  const joined: Word[] = [];
  let run = false;
  words.forEach((word, i) => {
    const last = joined.at(-1);
    const letter = word.text.length === 1 && /[a-z]/.test(word.text);
    const next = words[i + 1];
    const opensDotted = !word.joined && next !== undefined && next.joined && next.text.length === 1;
    const continues =
      letter &&
      run &&
      last !== undefined &&
      !opensDotted &&
      last.bracketed === word.bracketed &&
      last.commas === word.commas &&
      last.script === word.script;
    if (continues) joined[joined.length - 1] = { ...last, text: last.text + word.text, raw: last.raw + word.raw };
    else joined.push(word);
    run = letter;
  });
  return joined;
}

/** The longest legal form that begins at a word of the name, or undefined. Ambiguous ones count only at its ends. */
export function legalFormAt(words: readonly Word[], at: number): LegalForm | undefined {
  let node: Node | undefined = forms();
  let found: LegalForm | undefined;
  for (let i = at; i < words.length; i++) {
    node = node.next.get(words[i]!.text) ?? node.next.get(corrected(words[i]!.text) ?? '');
    if (!node) break;
    if (node.class === undefined) continue;
    const next = words[i + 1];
    const ambiguous = i === at && AMBIGUOUS.has(words[i]!.text);
    const atAnEnd = at === 0 || next === undefined || next.commas > words[i]!.commas;
    if (!ambiguous || atAnEnd) found = { class: node.class, words: i - at + 1 };
  }
  return found;
}

/** The long legal word that this one misspells, as `Aktiengeselschaft` does. */
function corrected(text: string): string | undefined {
  if (text.length < SHORTEST_LONG_WORD - 1) return undefined;
  return longWords.get(text[0]!)?.find((word) => {
    const allowed = word.length >= 10 ? 2 : 1;
    return Math.abs(word.length - text.length) <= allowed && word !== text && distance(word, text) <= allowed;
  });
}

/** Abbreviations that people glue to a name with nothing but a change of case between, as in `KruppAG`. */
const GLUED = /^(\p{Lu}?\p{Ll}{2,})(AG|SA|SE|AB|BV|NV|GmbH|LLC|Ltd|Inc|PLC|SpA|SRL|KG|OOO|OAO|AO|АО|ООО|ОАО|ПАО|ЗАО)$/u;

/** The word, or its name and the legal form that is glued to it. */
export function splitGluedForm(word: Word): Word[] {
  const match = GLUED.exec(word.raw);
  if (!match) return [word];
  return [match[1]!, match[2]!].flatMap((part) =>
    toWords(part).map((split) => ({ ...word, text: split.text, raw: split.raw })),
  );
}
