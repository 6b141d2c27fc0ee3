import { countryCode, isNoCountry } from './country-codes';
import { ofacDate } from './birth-dates';
import { EntryDraft } from './entry-draft';
import { naturalOrder } from './names';

/**
 * Identifier names in OFAC's remarks, and the identifier type that the entry gets. The remarks have no fixed
 * vocabulary. The first match counts, so a longer name comes before a name that it begins with.
 */
const LABELS: [RegExp, string][] = [
  [/^(?:vessel registration identification|identification number|vessel registration number)\s+imo/i, 'imo number'],
  [/^vessel registration identification/i, 'imo number'],
  [/^international maritime organization no\.?/i, 'imo number'],
  [/^company number imo/i, 'imo company number'],
  [/^mmsi/i, 'mmsi'],
  [/^(?:other )?vessel call sign/i, 'call sign'],
  [/^(?:previous )?aircraft tail number/i, 'aircraft tail number'],
  [/^aircraft manufacturer'?s serial number \(msn\)/i, 'aircraft serial number'],
  [/^aircraft construction number(?: \(also called [^)]*\))?/i, 'aircraft construction number'],
  [/^aircraft mode s transponder code/i, 'aircraft transponder code'],
  [/^(?:[a-z.]+ )*diplomatic passport(?: laissez-passer)?/i, 'diplomatic passport'],
  [/^(?:[a-z.]+ ){0,3}passport(?: booklet| no\.?)?/i, 'passport'],
  [/^travel document number/i, 'travel document'],
  [/^swift\/bic/i, 'swift/bic'],
  [/^bik \(ru\)/i, 'bik'],
  [/^isin|^identification number isin/i, 'isin'],
  [/^tax id no\.?(?: rif)?/i, 'tax id'],
  [/^r\.?f\.?c\.?(?= |$)/i, 'rfc'],
  [/^c\.?u\.?r\.?p\.?(?= |$)/i, 'curp'],
  [/^c\.?u\.?i\.?p\.?(?= |$)/i, 'cuip'],
  [/^c\.?u\.?i\.?t\.?(?= |$)/i, 'cuit'],
  [/^d\.?n\.?i\.?(?= |$)/i, 'dni'],
  [/^n\.?i\.?e\.?(?= |$)/i, 'nie'],
  [/^c\.?i\.?f\.?(?= |$)/i, 'cif'],
  [/^n\.?i\.?f\.?(?= |$)/i, 'nif'],
  [/^i\.?f\.?e\.?(?= |$)/i, 'ife'],
  [/^v\.?a\.?t\.? number/i, 'vat number'],
  [/^(?:us )?fein/i, 'fein'],
  [/^ssn/i, 'ssn'],
  [/^nit/i, 'nit'],
  [/^ruc/i, 'ruc'],
  [/^rif/i, 'rif'],
  [/^rtn/i, 'rtn'],
  [/^cedula no\.?(?: t\.i\.)?/i, 'cedula'],
  [/^matricula mercantil no\.?/i, 'matricula mercantil'],
  [/^folio mercantil no\.?/i, 'folio mercantil'],
  [/^credencial electoral/i, 'credencial electoral'],
  [/^cartilla de servicio militar nacional/i, 'cartilla de servicio militar'],
  [/^tarjeta profesional/i, 'tarjeta profesional'],
  [/^numero de identidad/i, 'numero de identidad'],
  [/^italian fiscal code/i, 'fiscal code'],
  [/^(?:romanian )?fiscal code/i, 'fiscal code'],
  [/^romanian tax registration/i, 'tax registration'],
  [/^uae identification/i, 'national id'],
  [/^visanumberid/i, 'visa number'],
  [/^(?:[a-z]+ )?permanent resident/i, 'permanent resident card'],
  [/^romanian c\.r\./i, 'cr'],
  [/^[a-z]+ tax identification number/i, 'tax id'],
  [/^license(?= [a-z]*\d)/i, 'license'],
  [/^cnp \(personal numerical code\)/i, 'national id'],
];

/** The name of an identifier that is not in the table: words that end in No., Number, ID, Card, Code or similar. */
const OTHER_LABEL =
  /^([A-Z][^0-9;]{0,60}?(?:\bNo\b\.?|\bNumber|\bID|\bCard|\bCode|\bCertificate \([A-Z]+\)|\([A-Z]{3,6}\)|#)):?$/;

/** Statements with numbers that are not identifiers, such as telephone numbers and legal references. */
const NO_IDENTIFIER =
  /^(?:alt\.? )?(?:telephone|phone|fax|telex|chinese commercial code|executive order|caatsa|section|interpol|aircraft model|aircraft manufacture date|organization established date|additional sanctions|secondary sanctions|transactions prohibited|individual's|linked to|for more information)/i;

/** Reads the number and the issuing country from the text after the name of an identifier. */
function numberAndCountry(text: string): { value: string; country: string | undefined } {
  const end = /\s\(|,\s|\s(?:issued|expires|expired|expiry|at)\b|\sborder crossing/i.exec(text)?.index ?? text.length;
  const rest = text.slice(end);
  const named = [...rest.matchAll(/\(([^()]{2,60})\)/g)].map((match) => countryCode(match[1]!));
  const afterComma = /^,\s*([^,(]{2,60})/.exec(rest)?.[1];
  const country = named.findLast((code) => code !== undefined) ?? (afterComma && countryCode(afterComma));
  return { value: text.slice(0, end).replace(/[.,:;]+$/, ''), country: country || undefined };
}

/** Splits a statement into the name of an identifier that is not in the table, and the text after the name. */
function otherLabel(text: string): { type: string; rest: string } | undefined {
  const digit = text.search(/\d/);
  if (digit === -1) return undefined;
  // the number may begin with letters: "Trade License No. HRB 92501", "National ID No. JMB 0105"
  const words = text.slice(0, digit).split(' ');
  for (let count = words.length - 1; count > 0 && count >= words.length - 4; count -= 1) {
    const label = OTHER_LABEL.exec(words.slice(0, count).join(' '));
    if (!label) continue;
    const type = label[1]!
      .toLowerCase()
      .replace(/\bno\b\.?|[#:]/g, '')
      .replace(/\./g, '')
      .trim();
    return { type, rest: text.slice(words.slice(0, count).join(' ').length).trim() };
  }
  return undefined;
}

/** Returns false when the statement is not that of an identifier. */
function addIdentifier(draft: EntryDraft, text: string): boolean {
  if (NO_IDENTIFIER.test(text)) return false;
  for (const [label, type] of LABELS) {
    const match = label.exec(text);
    if (!match) continue;
    const rest = text.slice(match[0].length).replace(/^\s*(?:[#:]|no\.|cud:|cnic:|nic:|rne:)*\s*/i, '');
    const { value, country } = numberAndCountry(rest);
    if (/\d/.test(value) || type === 'swift/bic') draft.addIdentifier(type, value, country);
    return true;
  }
  // a number of a document whose kind was forgotten
  const unnamed = /^([A-Z]{0,3}\d[\w/-]{4,40}),?\s*issued\b/i.exec(text);
  if (unnamed) return draft.addIdentifier('document', unnamed[1]!) === draft;
  const other = otherLabel(text);
  if (!other || other.type === '') return false;
  const { value, country } = numberAndCountry(other.rest.replace(/^(?:[#:]|cud:|cnic:|nic:|rne:)+\s*/i, ''));
  if (/\d/.test(value)) draft.addIdentifier(other.type, value, country);
  return true;
}

/** Wallets, websites and addresses of email. Returns false for other statements. */
function addContact(draft: EntryDraft, text: string): boolean {
  const wallet = /^Digital Currency Address - (\w{2,10}) (\w{8,150})$/i.exec(text);
  if (wallet) draft.addIdentifier(`digital currency address ${wallet[1]!.toLowerCase()}`, wallet[2]!);
  const contact = /^(website|email)(?: address)?(?::\s*|\s+)([^\s,]*[.@][^\s,]*?)[.,]?(?:\s.*)?$/i.exec(text);
  if (contact) draft.addIdentifier(contact[1]!.toLowerCase(), contact[2]!);
  return wallet !== null || contact !== null;
}

/** A longer statement, or type and number of a document, is no identifier. */
const MAX_STATEMENT = 300;

/** Statements that describe the entry and are no identifiers. */
const DESCRIPTION = /^(?:POB|Gender|Linked To)\b/i;

/** Types of OFAC's XML that describe the entry. The list of documents in `sdn.xml` has them too. */
const DESCRIBED = /\b(?:date|title|tonnage|type|model|owner|flag|operator|directive|sanctions)\b/i;

/** Features of OFAC's advanced XML that are identifiers and are not in the table. */
const FEATURES =
  /^(?:website|email(?: address)?|digital currency address - \w{2,10}|imo number|identification number|(?:[a-z]+ ){0,2}registration (?:number|id)|(?:[a-z]+ )?tax (?:id|identification)(?: number)?|d-u-n-s number)$/i;

/**
 * Reads a document that a list in XML has with its type and number. The types have the words of the remarks, so an
 * identifier gets the same type in each of OFAC's formats. The caller also keeps the document as a remark.
 *
 * @param country English name of the issuing country, or empty
 */
export function readDocument(draft: EntryDraft, type: string, number: string, country: string): void {
  if (type.length + number.length > MAX_STATEMENT || DESCRIPTION.test(type) || DESCRIBED.test(type)) return;
  const text = `${type} ${number}${country === '' ? '' : ` (${country})`}`;
  if (addContact(draft, text) || addIdentifier(draft, text) || NO_IDENTIFIER.test(text)) return;
  const plain = type
    .toLowerCase()
    .replace(/\bno\b\.?|[#:]/g, '')
    .trim();
  const { value } = numberAndCountry(number);
  if (/\d/.test(value)) draft.addIdentifier(plain || 'document', value, countryCode(country));
}

/**
 * Reads a feature of a party, which may be anything about it. Only a feature that is known to be an identifier, a
 * website or an address of email becomes an identifier, because another number, such as a tonnage, could equal that of
 * a customer by chance. The caller also keeps the feature as a remark.
 */
export function readFeature(draft: EntryDraft, type: string, text: string): void {
  if (type.length > MAX_STATEMENT) return;
  const isKnown = FEATURES.test(type) || LABELS.some(([label]) => label.exec(type)?.[0].length === type.length);
  if (isKnown) readDocument(draft, type, text, '');
}

/**
 * Reads OFAC's remarks into the draft. Remarks are statements separated by semicolons: dates of birth, nationalities,
 * weak aliases (the strong ones are in alt.csv), identifiers and websites. The caller also keeps the whole remarks
 * with the entry, so statements that this function does not understand are not lost.
 *
 * Source of the layout: OFAC, "Specially Designated Nationals and Blocked Persons: Data Specification".
 */
export function readRemarks(draft: EntryDraft, remarks: string): void {
  for (const printed of remarks.split(';')) {
    const statement = printed.trim().replace(/\.$/, '');
    if (statement === '' || statement.length > MAX_STATEMENT) continue;
    const text = statement.replace(/^alt\.?\s+/i, '');

    const alias = /^[afn]\.k\.a\.\s+['"]?(.*?)['"]?$/i.exec(text);
    if (alias) {
      draft.addName(draft.schema === 'Person' ? naturalOrder(alias[1]!) : alias[1]!, 'weak');
      continue;
    }
    const birth = /^DOB:?\s+(.*)$/i.exec(text);
    if (birth) {
      const date = ofacDate(birth[1]!);
      if (date !== undefined) draft.addBirthDate(date, birth[1]!);
      else draft.addOddity('birth_dates', `${JSON.stringify(birth[1])} is not read as a date; the remarks have it`);
      continue;
    }
    const nation = /^(?:nationality(?: of registration)?|citizen)\s+(.*)$/i.exec(text);
    if (nation) {
      const code = countryCode(nation[1]!);
      draft.addCountryCode(code);
      if (code === undefined && !isNoCountry(nation[1]!))
        draft.addOddity(
          'countries',
          `${JSON.stringify(nation[1])} is the name of no country with a code; the remarks have it`,
        );
      continue;
    }
    const gender = /^Gender:?\s+(\w+)$/i.exec(text);
    if (gender) draft.addGender(gender[1]!);
    if (addContact(draft, text) || DESCRIPTION.test(text)) continue;
    addIdentifier(draft, text);
  }
}
