import Type from 'typebox';

/** Who decided: part of the commands and facts about decisions of staff. */
export const officer = {
  officer: Type.String({ description: 'the name of the officer at that time' }),
  officer_id: Type.Optional(
    Type.String({
      description:
        'the account of the officer; `operator` for the operator token; absent in facts from before there were ' +
        'accounts, whose officer is what the caller declared',
    }),
  ),
};

/** The name of an `actor` that is an account of staff. */
export const actorName = {
  actor_name: Type.Optional(
    Type.String({ description: 'the name of the account at that time; absent if the actor is no account' }),
  ),
};

/** Who changed something and why, in facts and commands that did not say so at first. */
export const changedByStaff = {
  ...Type.Partial(Type.Object(officer)).properties,
  reason: Type.Optional(Type.String({ description: 'absent in facts from before a reason was asked for' })),
};

export interface Officer {
  officer: string;
  officer_id?: string;
}

/** Only the fields that say who decided. */
export const officerIn = ({ officer, officer_id }: Officer): Officer => ({
  officer,
  ...(officer_id !== undefined && { officer_id }),
});

/** Whether both are the same account, or in old facts the same text. */
export const isSameOfficer = (one: Officer, other: Officer): boolean =>
  (one.officer_id ?? one.officer) === (other.officer_id ?? other.officer);
