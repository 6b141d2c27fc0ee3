import { countryCode } from './country-codes';
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

function addIdentifier(draft: EntryDraft, text: string): void {
  if (NO_IDENTIFIER.test(text)) return;
  for (const [label, type] of LABELS) {
    const match = label.exec(text);
    if (!match) continue;
    const rest = text.slice(match[0].length).replace(/^\s*(?:[#:]|no\.|cud:|cnic:|nic:|rne:)*\s*/i, '');
    const { value, country } = numberAndCountry(rest);
    if (/\d/.test(value) || type === 'swift/bic') draft.addIdentifier(type, value, country);
    return;
  }
  const other = otherLabel(text);
  if (!other || other.type === '') return;
  const { value, country } = numberAndCountry(other.rest.replace(/^(?:[#:]|cud:|cnic:|nic:|rne:)+\s*/i, ''));
  if (/\d/.test(value)) draft.addIdentifier(other.type, value, country);
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
    if (statement === '' || statement.length > 300) continue;
    const text = statement.replace(/^alt\.?\s+/i, '');

    const alias = /^[afn]\.k\.a\.\s+['"]?(.*?)['"]?$/i.exec(text);
    if (alias) {
      draft.addName(draft.schema === 'Person' ? naturalOrder(alias[1]!) : alias[1]!, 'weak');
      continue;
    }
    const birth = /^DOB:?\s+(.*)$/i.exec(text);
    if (birth) {
      draft.addBirthDate(ofacDate(birth[1]!));
      continue;
    }
    const nation = /^(?:nationality(?: of registration)?|citizen)\s+(.*)$/i.exec(text);
    if (nation) {
      draft.addCountryCode(countryCode(nation[1]!));
      continue;
    }
    const wallet = /^Digital Currency Address - (\w{2,10}) (\w{8,150})$/i.exec(text);
    if (wallet) {
      draft.addIdentifier(`digital currency address ${wallet[1]!.toLowerCase()}`, wallet[2]!);
      continue;
    }
    const contact = /^(website|email)(?: address)?:?\s+(\S+)$/i.exec(text);
    if (contact) {
      draft.addIdentifier(contact[1]!.toLowerCase(), contact[2]!);
      continue;
    }
    if (/^(?:POB|Gender|Linked To)\b/i.test(text)) continue;
    addIdentifier(draft, text);
  }
}
