/** One check of the identity data that an institution has given. */
export interface KycCheck {
  /** which check, a stable word */
  check: string;
  /** `missing`: what it needs is not there; `fail`: what is there is not right */
  result: 'pass' | 'fail' | 'missing';
  /** path of the field in the profile, such as `beneficial_owners[1].ownership_share` */
  field: string;
  /** in plain words, what was found */
  detail: string;
}

export const given = (text: string | undefined): text is string => text !== undefined && text.trim() !== '';

/** Whether something is there at all. */
export function present(check: string, field: string, is: boolean, what: string): KycCheck {
  return { check, field, result: is ? 'pass' : 'missing', detail: is ? `${what} is given` : `${what} is not given` };
}

/** Whether something is right: the problem if there is one. */
export function right(check: string, field: string, problem: string | undefined, otherwise: string): KycCheck {
  return { check, field, result: problem === undefined ? 'pass' : 'fail', detail: problem ?? otherwise };
}
