/** What follows is the name of the father, or of the child in the case of `abu`. */
const CHILD_OF = new Set(
  'bin ibn ben bint binti binte bnt ibnu ould wuld wald ap oglu ogly ogli oghlu kizi qizi kyzy gyzy walad veled'.split(
    ' ',
  ),
);

/** Articles and prepositions inside of names. */
const LINKS = new Set(
  (
    'al el ul as ash ad ar an at az ud ed ur uz us il le la los las lo li de da do dos das du des del della delle degli dei di dal dalla von zu zum zur vom van ' +
    'der den dem ter ten tot te op het y e und and i of the af av na bar ait zade'
  ).split(' '),
);

export const isChildOf = (text: string): boolean => CHILD_OF.has(text);
export const isParticle = (text: string): boolean => CHILD_OF.has(text) || LINKS.has(text);

/** Particles that can open a name; the others are given names where they come first: `Ben`, `Van`, `Le`. */
const OPENING = new Set('al el de da di du del della von la bin ibn bint'.split(' '));
export const isOpeningParticle = (text: string): boolean => OPENING.has(text);

/** `Ivanovich`, `Sergeyevna`, `Oleksandrivna`, `Ilyich`: a name made of the father's. */
const PATRONYMIC =
  /([oei]v[iy]t?ch|[oei]vic|[oei]v[iy]tsch|[oei]vna|inichna|ichna|ilyich|ilich|kuzmich|fomich|lukich|nikitich)$/;

/** Whether a name in the position of a patronymic looks like one. */
export const isPatronymic = (text: string): boolean => text.length >= 6 && PATRONYMIC.test(text);
