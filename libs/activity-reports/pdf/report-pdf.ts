import type { ReportedTransaction } from '@probity/contracts/activity-reports/facts';
import { documentWork } from '../document-work';
import type { Reported } from '../reported';
import { PageWriter } from './page-writer';

const KINDS = { STR: 'suspicious transactions', SAR: 'suspicious activity' } as const;
const OTHER_CHARACTERS =
  'This document shows Latin, Greek and Cyrillic letters. Other characters are written as their code points, such as ' +
  '[U+4E2D]; the goAML document of this report has the characters themselves.';

/** A report as a PDF that people read. The same report has the same bytes. @throws Refusal `overloaded` */
export const reportPdf = (reported: Reported): Promise<Buffer> =>
  documentWork(() => written(reported), reported.tenant_id);

function written({ id, content, facts, at, approval }: Reported): Promise<Buffer> {
  const { entity, subject, transactions, alerts } = facts;
  const page = new PageWriter(`${content.kind} ${id}`, new Date(at));
  page.title(`Report of ${KINDS[content.kind]} (${content.kind})`);
  page.fact('Report', id);
  page.fact('Approved', at);
  page.fact('Approved by', approval?.by ?? null);
  page.fact('Proposed by', approval?.proposedBy ?? null);

  page.heading('Reporting entity');
  page.fact('Name', entity.entity_name);
  page.fact('Id with the authority', entity.entity_id);
  page.fact('Address', joined([entity.address_line, entity.postal_code, entity.city, entity.country]));
  page.fact('Contact', joined([entity.contact_first_name, entity.contact_last_name], ' '));
  page.fact('Email', entity.contact_email);
  page.fact('Telephone', entity.contact_phone);

  page.heading('Subject');
  page.fact('Name', subject.name);
  page.fact('Kind of customer', subject.customer_type);
  page.fact('Date of birth', subject.date_of_birth);
  page.fact('Nationality', subject.nationality);
  page.fact('Registration number', subject.registration_no);
  page.fact('Tax number', subject.tax_id);
  page.fact(
    'Address',
    joined([subject.address_line, subject.postal_code, subject.city, subject.state, subject.country]),
  );
  page.fact('Email', subject.email);
  page.fact('Telephone', subject.phone);
  page.fact('Occupation', subject.occupation);
  page.fact('Business', subject.business_type);
  page.fact('Source of funds', subject.source_of_funds);
  for (const { type, number, issuing_country, expires_on } of subject.identity_documents) {
    page.fact('Document', joined([type, number, issuing_country, expires_on && `until ${expires_on}`]));
  }
  page.fact('Customer number', subject.external_id);
  page.fact('Id in Probity', subject.customer_id);

  page.heading('Reason of the suspicion');
  page.paragraph(content.narrative);
  if (content.indicators.length > 0) page.fact('Indicators', content.indicators.join(', '));
  if (content.measures.trim() !== '') {
    page.heading('Measures of the institution');
    page.paragraph(content.measures);
  }

  page.heading(`Transactions (${transactions.length})`);
  for (const transaction of transactions) writeTransaction(page, transaction, entity.currency);
  page.heading(`Alerts (${alerts.length})`);
  for (const { title, severity, alert_type, raised_at, status } of alerts) {
    page.paragraph(`${raised_at} · ${severity} · ${alert_type} · ${status}: ${title}`);
  }
  page.gap();
  page.small(OTHER_CHARACTERS);
  return page.finish();
}

function writeTransaction(page: PageWriter, one: ReportedTransaction, local: string | null): void {
  const isForeign = one.amount_local !== null && one.currency !== local;
  const amount = `${one.amount} ${one.currency}${isForeign ? ` (${one.amount_local} ${local})` : ''}`;
  page.fact(one.occurred_at, `${amount}, ${one.direction}, ${one.method}`);
  page.fact('Transaction', joined([one.transaction_id, one.reference]));
  page.fact('Account', one.account_ref);
  page.fact('Counterparty', joined([one.counterparty_name, one.counterparty_account, one.counterparty_country]));
  page.fact('Description', one.description);
  page.gap();
}

const joined = (parts: (string | null | undefined)[], between = ', '): string =>
  parts.filter((part) => part !== null && part !== undefined && part.trim() !== '').join(between);
