/** What officers of the demo write when they decide, by the type of the alert. */
interface Reasons {
  dismissed: readonly string[];
  handled: readonly string[];
}

const MATCH: Reasons = {
  dismissed: [
    'Another date of birth: seen on the passport.',
    'Another person of the same name; the listed one lives in another country.',
    'The spelling is close, but the places of birth differ.',
  ],
  handled: ['The same person; the relationship manager knows and watches the account.'],
};

const BY_TYPE: Record<string, Reasons> = {
  large_cash: {
    dismissed: ['Takings of the season; they fit the cash book.', 'Sale of a car; the contract is on file.'],
    handled: ['Asked for the source of the cash; the receipt came.'],
  },
  structuring: {
    dismissed: ['Weekly takings of a shop; the till reports agree.'],
    handled: ['Talked to the branch: further deposits need a receipt.'],
  },
  rapid_in_and_out: {
    dismissed: ['Pays its suppliers from what its buyers pay; usual for a trader.', 'Moved its own savings on.'],
    handled: ['Called the customer: paid a friend back. Watched for three months.'],
  },
  dormant_account_woken: {
    dismissed: ['Came back from abroad; identity checked on a video call.'],
    handled: ['Identity confirmed at the branch; new limits set.'],
  },
  round_amounts: {
    dismissed: ['A monthly retainer; the contract names these amounts.'],
    handled: ['Asked for the invoices; they came.'],
  },
  high_risk_corridor: {
    dismissed: ['Support for parents; the same amount for years.'],
    handled: ['Enhanced due diligence done; the papers of the goods are on file.'],
  },
  many_to_one: {
    dismissed: ['Collected money for a school trip; the school confirms.'],
    handled: ['Explained the rules about collections; none since.'],
  },
  one_to_many: {
    dismissed: ['Paid its share of a wedding to relatives.'],
    handled: ['Asked for the purpose; the answers agree with the payments.'],
  },
  burst_on_new_account: {
    dismissed: ['Moved its money from the former bank.'],
    handled: ['Limits lowered for the first three months.'],
  },
  count_velocity: {
    dismissed: ['Bought gift cards for a company party.'],
    handled: ['Card replaced after a call with the customer.'],
  },
  sum_velocity: {
    dismissed: ['Bought a flat; the notary confirms.'],
    handled: ['Source of the money proved with a contract of sale.'],
  },
  spike_against_baseline: {
    dismissed: ['Inheritance; the certificate is on file.', 'A yearly bonus; the employer confirms.'],
    handled: ['Source of the money proved.'],
  },
};

const OTHER: Reasons = { dismissed: ['Explained by the customer.'], handled: ['Explained by the customer.'] };

export const reasonsOf = (alertType: string): Reasons =>
  BY_TYPE[alertType] ?? (alertType.endsWith('_match') ? MATCH : OTHER);

export const ESCALATED = [
  'Needs a second look: the explanation does not fit the amounts.',
  'A colleague should look at it as well.',
] as const;
export const REPORTED = 'No explanation after two reminders; reported to the authority.';
export const HANDED_ON = 'The authority decides whether the money may leave.';
export const CONFIRMED = 'Name, date of birth and nationality agree with the list.';
export const WAITS = 'Waits for papers that the customer promised.';
