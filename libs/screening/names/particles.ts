/** Particles of descent, such as `bin`. The word after the particle counts as the father's name. */
const CHILD_OF = new Set(
  'bin ibn ben bint binti binte bnt ibnu ould wuld wald ap oglu ogly ogli oghlu kizi qizi kyzy gyzy walad veled'.split(
    ' ',
  ),
);

/** Articles and prepositions in names. */
const LINKS = new Set(
  (
    'al el ul as ash ad ar an at az ud ed ur uz us il le la los las lo li de da do dos das du des del della delle degli dei di dal dalla von zu zum zur vom van ' +
    'der den dem ter ten tot te op het y e und and i of the af av na bar ait zade'
  ).split(' '),
);

export const isChildOf = (text: string): boolean => CHILD_OF.has(text);
export const isParticle = (text: string): boolean => CHILD_OF.has(text) || LINKS.has(text);

/** Particles that can be the first word of a name. Others are given names as the first word: `Ben`, `Van`, `Le`. */
const OPENING = new Set('al el de da di du del della von la bin ibn bint'.split(' '));
export const isOpeningParticle = (text: string): boolean => OPENING.has(text);

/** A name that is derived from the father's name: `Ivanovich`, `Sergeyevna`, `Oleksandrivna`, `Ilyich`. */
const PATRONYMIC =
  /([oei]v[iy]t?ch|[oei]vic|[oei]v[iy]tsch|[oei]vna|inichna|ichna|ilyich|ilich|kuzmich|fomich|lukich|nikitich)$/;

/** True if a name looks like a patronymic. */
export const isPatronymic = (text: string): boolean => text.length >= 6 && PATRONYMIC.test(text);
