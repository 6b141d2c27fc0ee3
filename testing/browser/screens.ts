/** A screen of the desk that the documentation shows. */
export interface Screen {
  /** of the file, without `.png` */
  picture: string;
  /** who of the demo's staff looks at it */
  who: 'officer' | 'admin';
  /** below the tenant, such as `alerts?severity=critical` */
  path: string;
  /** the text of the first link to follow from there, as a row of a list has it */
  opens?: RegExp;
  /** a text of the row with that link, if the link alone does not tell which */
  row?: RegExp;
  /** the link to follow then */
  then?: RegExp;
  /** the keys to press then, one after the other */
  keys?: string[];
}

/** The screens of the desk that the documentation shows. A new screen is one line here; `npm run docs:pictures` takes its picture. */
export const SCREENS: Screen[] = [
  { picture: 'alerts', who: 'officer', path: 'alerts' },
  { picture: 'alert-match', who: 'officer', path: 'alerts?source=screening', opens: /match/ },
  { picture: 'alert-rule', who: 'officer', path: 'alerts?source=monitoring', opens: /Several amounts/ },
  { picture: 'decide', who: 'officer', path: 'alerts?source=screening', opens: /match/, keys: ['d'] },
  { picture: 'customers', who: 'officer', path: 'customers?risk_rating=high' },
  { picture: 'customer', who: 'officer', path: 'customers?risk_rating=high', opens: /./ },
  { picture: 'timeline', who: 'officer', path: 'customers?risk_rating=high', opens: /./, keys: ['2'] },
  { picture: 'transactions', who: 'officer', path: 'customers?risk_rating=high', opens: /./, keys: ['3'] },
  { picture: 'network', who: 'officer', path: 'customers?risk_rating=high', opens: /./, keys: ['4'] },
  { picture: 'cases', who: 'officer', path: 'cases' },
  { picture: 'case', who: 'officer', path: 'cases?status=open', opens: /./ },
  { picture: 'report', who: 'officer', path: 'cases?status=closed', opens: /./, row: /reported/, then: /^(STR|SAR) / },
  { picture: 'proposals', who: 'officer', path: 'proposals' },
  { picture: 'proposal', who: 'officer', path: 'proposals', opens: /./ },
  { picture: 'rules', who: 'admin', path: 'rules' },
  { picture: 'rule', who: 'admin', path: 'rules', opens: /Structuring/ },
  { picture: 'groups', who: 'officer', path: 'groups' },
  { picture: 'rescreenings', who: 'officer', path: 'rescreenings' },
  { picture: 'lists', who: 'admin', path: 'lists' },
  { picture: 'insights', who: 'officer', path: 'insights' },
  { picture: 'settings', who: 'admin', path: 'settings' },
  { picture: 'thresholds', who: 'admin', path: 'settings/thresholds' },
  { picture: 'audit', who: 'admin', path: 'audit' },
  { picture: 'audit-evidence', who: 'officer', path: 'audit?view=evidence' },
];
