import Type from 'typebox';

/** Who decided: part of the commands and facts about decisions of staff. */
export const officer = {
  officer: Type.String({ description: 'the name of the officer at that time' }),
  officer_id: Type.Optional(
    Type.String({
      description:
        'the account of the officer; `operator` for the operator token; `system` for Probity, such as a rule that ' +
        'assigns alerts; absent in facts from before there were accounts, whose officer is what the caller declared',
    }),
  ),
};

/** The name of an `actor` that is an account of staff or an API key. */
export const actorName = {
  actor_name: Type.Optional(
    Type.String({
      description:
        'the name of the account of staff, or the label of the API key, at that time; absent if the actor is neither, ' +
        'or the key has no label',
    }),
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

/** In the place of an officer's account: Probity itself, which carries out what officers have set. */
export const SYSTEM = 'system';

/** Only the fields that say who decided. */
export const officerIn = ({ officer, officer_id }: Officer): Officer => ({
  officer,
  ...(officer_id !== undefined && { officer_id }),
});

/** Whether both are the same account, or in old facts the same text. */
export const isSameOfficer = (one: Officer, other: Officer): boolean =>
  (one.officer_id ?? one.officer) === (other.officer_id ?? other.officer);

/** Who made a change: `<type>:<id>`, such as `staff:<account>` or `institution:<API key>`. */
export interface Actor {
  actor: string;
  actor_name?: string;
}

/** For requests of institutions, which earlier versions sent without their actor. */
export const institutionActor = {
  actor: Type.Optional(
    Type.String({ description: '`institution:<API key>`; absent: a version sent it that did not name keys' }),
  ),
  ...actorName,
};

/** Only the fields that name the actor. */
export const actorIn = ({ actor, actor_name }: Actor): Actor => ({
  actor,
  ...(actor_name !== undefined && { actor_name }),
});

/** The fields that name the institution's key; none if it is not known. */
export const institutionIn = ({ actor, actor_name }: Partial<Actor>): Partial<Actor> =>
  actor === undefined ? {} : actorIn({ actor, actor_name });
