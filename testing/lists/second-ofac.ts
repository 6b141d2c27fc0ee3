import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ListEntry } from '@probity/screening/list-entry';
import type { Rules } from './compare-readings';
import { bare, emptyRecord, type Field, hasCountry, hasIdentifier, type Reading, words } from './second-reading';

const CELL = /("(?:[^"]|"")*"|[^,\r\n]*)[ ]*(,|\r?\n|$)/g;
const NO_COUNTRY = /^(?:undetermined|none identified)$/i;
const MONTHS = 'janfebmaraprmayjunjulaugsepoctnovdec';

/** All rows of a file; no value is `-0-`. A file that is missing has no rows. */
function rowsOf(folder: string, name: string): string[][] {
  let text: string;
  try {
    text = readFileSync(join(folder, name), 'utf8');
  } catch {
    return [];
  }
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [whole, cell, end] of text.matchAll(CELL)) {
    if (whole === '') continue;
    const value = cell!.startsWith('"') ? cell!.slice(1, -1).replaceAll('""', '"') : cell!.trim();
    row.push(value.trim() === '-0-' ? '' : value);
    if (end === ',') continue;
    if (row.length > 1) rows.push(row);
    row = [];
  }
  return rows;
}

/** `28 Jul 1963` as `1963-07-28`, `Jul 1963` as `1963-07`, `1963` as it is. */
function day(text: string): string {
  const [year, month, date] = text.trim().split(' ').reverse();
  const number = month === undefined ? '' : String(MONTHS.indexOf(month.toLowerCase()) / 3 + 1).padStart(2, '0');
  return [year, number, date].filter(Boolean).join('-');
}

/** The date that an entry should have: a circa date covers two years before and after it. */
export function dateWanted(printed: string): string {
  const about = /^circa (.*)$/.exec(printed);
  const [from, to] = (about?.[1] ?? printed).split(/ to |(?<=\d{4})-/).map(day);
  if (to === undefined) {
    const year = Number(from!.slice(0, 4));
    return about ? `${year - 2}/${year + 2}` : from!;
  }
  if (from === to) return from;
  return from!.slice(0, 4) === to.slice(0, 4) ? from!.slice(0, 4) : `${from!.slice(0, 4)}/${to.slice(0, 4)}`;
}

/** Statements of the remarks that have digits and are no identifiers. */
const OTHER =
  /^(?:POB|Gender|Linked To|Telephone|Phone|Fax|Telex|Chinese Commercial Code|Executive Order|CAATSA|Section|Interpol|Aircraft Model|Aircraft Manufacture Date|Organization Established Date|Additional Sanctions|Secondary sanctions|Transactions Prohibited|Individual's|For more information|Organization Type|Aircraft Operator|Vessel Year of Identification|Other Vessel|Vessel (?:Type|Flag|Owner)|Subject to Secondary|arrested|currently|named in|President|member|(?:Senior )?Officer|Commander|FDLR|Position|National Level|Brigadier General|#2 in|\()/i;

/** Reads `sdn.csv`, `alt.csv`, `add.csv` and `sdn_comments.csv` of a folder. */
export function secondOfac(folder: string): Reading {
  const records: Reading['records'] = new Map();
  const remarks = new Map<string, string>();
  for (const row of rowsOf(folder, 'sdn.csv')) {
    const [id, name, , programs, , callSign, , , , flag, , remark] = row;
    const record = emptyRecord();
    record.names.add(name!);
    for (const program of programs!.split('] [')) if (program !== '') record.programs.add(program);
    if (callSign !== '') record.identifiers.add(callSign!);
    if (flag !== '' && !NO_COUNTRY.test(flag!)) record.countries.add(flag!);
    record.text = row.join(' ');
    records.set(id!, record);
    remarks.set(id!, remark!);
  }
  for (const [id, more] of rowsOf(folder, 'sdn_comments.csv')) {
    const start = remarks.get(id!);
    if (start !== undefined) remarks.set(id!, start + (start.length < 1000 ? ' ' : '') + more);
  }
  for (const [id, , , name] of rowsOf(folder, 'alt.csv')) {
    const record = records.get(id!);
    if (record === undefined) continue;
    record.names.add(name!);
    record.text += ` ${name}`;
  }
  for (const [id, , , , country] of rowsOf(folder, 'add.csv')) {
    if (country !== '' && !NO_COUNTRY.test(country!)) records.get(id!)?.countries.add(country!);
  }
  for (const [id, remark] of remarks) {
    const record = records.get(id)!;
    record.text += ` ${remark}`;
    for (const part of remark.split(';'))
      addStatement(
        record,
        part
          .trim()
          .replace(/\.$/, '')
          .replace(/^alt\. /i, ''),
      );
  }
  return { records };
}

function addStatement(record: ReturnType<typeof emptyRecord>, text: string): void {
  const [, kind, value] = /^(DOB|nationality|citizen|a\.k\.a\.|f\.k\.a\.|n\.k\.a\.) (.*)$/i.exec(text) ?? [];
  if (kind === undefined) {
    if ((/\d/.test(text) || /^(?:website|email|swift)/i.test(text)) && !OTHER.test(text)) record.identifiers.add(text);
  } else if (kind === 'DOB') record.birth_dates.add(dateWanted(value!));
  else if (/^(?:nat|cit)/i.test(kind)) {
    if (!NO_COUNTRY.test(value!)) record.countries.add(value!.replace(/^of registration /i, ''));
  } else record.names.add(value!.replace(/^['"]|['"]$/g, ''));
}

export const ofacRules: Rules = { has: ofacHas };

function ofacHas(entry: ListEntry, field: Field, value: string): boolean {
  switch (field) {
    case 'names':
      return entry.names.some(({ name }) => words(name).join(' ') === words(value).join(' '));
    case 'birth_dates':
      return entry.birth_dates.includes(value);
    case 'countries':
      return hasCountry(entry, value);
    case 'identifiers':
      return hasIdentifier(entry, value);
    case 'programs':
      return entry.programs.some((program) => bare(program) === bare(value));
  }
}
