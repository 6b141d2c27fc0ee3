/** The result of one check of the identity data of a customer. */
export interface KycCheck {
  /** name of the check; it does not change */
  check: string;
  /** `missing`: the checked data is absent; `fail`: the data is wrong or inconsistent */
  result: 'pass' | 'fail' | 'missing';
  /** path of the field in the profile, such as `beneficial_owners[1].ownership_share` */
  field: string;
  /** the finding, for officers */
  detail: string;
}

export const given = (text: string | undefined): text is string => text !== undefined && text.trim() !== '';

/** Checks that a value is given; `what` names the value. */
export function present(check: string, field: string, is: boolean, what: string): KycCheck {
  return { check, field, result: is ? 'pass' : 'missing', detail: is ? `${what} is given` : `${what} is not given` };
}

/** Fails with the problem if there is one, else passes with the text `otherwise`. */
export function right(check: string, field: string, problem: string | undefined, otherwise: string): KycCheck {
  return { check, field, result: problem === undefined ? 'pass' : 'fail', detail: problem ?? otherwise };
}
