/** Titles that nobody is called by alone: they are left out. */
const TITLES = new Set(
  (
    'mr mrs ms miss mister dr doctor prof professor sir dame madam madame monsieur mme mlle herr frau fraulein senor senora senorita don dona ' +
    'ing mag dipl phd md msc mba esq esquire hon honorable honourable rev reverend his her excellency hrh highness majesty eminence comrade tovarishch gospodin gospozha pan pani ' +
    'sri shri smt eng engineer ir drs dra lic arq sra sr dipling kyai tan dato datuk datin'
  ).split(' '),
);

/** Offices and ranks: left out, and a sign that a lone family name may follow, as in `President Lincoln`. */
const OFFICES = new Set(
  (
    'president vicepresident chairman minister premier chancellor secretary senator governor mayor ambassador judge justice general gen colonel col lieutenant lt ' +
    'major maj captain capt commander cdr admiral adm sergeant sgt brigadier marshal bishop archbishop pope cardinal lord lady prezident ministr heneral polkovnik'
  ).split(' '),
);

/** Titles that are also names: left out only where two other names remain. */
const WEAK_TITLES = new Set(
  'don dona ing mag sri shri ir tan pan pani dato drs dra lic miss sir dame eng md ms sra sr hon dipl kyai'.split(' '),
);

/** Titles that some count as part of the name; they count for little. */
const HONOURS = new Set(
  (
    'sheikh shaikh shaykh sheik cheikh chaikh shaikha sheikha mullah mulla molla maulana mawlana maulvi mawlawi molvi moulvi malawi hajji haji hadji hajj alhaj alhajj hadj hajjah ' +
    'imam ayatollah hojatoleslam hojjatoleslam prince princess emperor ustad ustaz mufti effendi efendi'
  ).split(' '),
);

/** The same, but also names that many people bear: an honour only where they stand first. */
const LOOSE_HONOURS = new Set(
  'sayyid sayed sayyed syed said seyed seyyed sayid emir amir ameer king queen baron count duke sultan qari hafiz hafez qazi agha aga bey pasha begum khatun bibi father brother sister malik'.split(
    ' ',
  ),
);

const GENERATIONS: ReadonlyMap<string, string> = new Map(
  'jr:2 jnr:2 junior:2 filho:2 hijo:2 ii:2 sr:1 snr:1 senior:1 elder:1 iii:3 iv:4 neto:3 younger:2'
    .split(' ')
    .map((pair) => pair.split(':') as [string, string]),
);

export const isTitle = (text: string): boolean => TITLES.has(text);
export const isOffice = (text: string): boolean => OFFICES.has(text);
export const isWeakTitle = (text: string): boolean => WEAK_TITLES.has(text);
export const isHonour = (text: string): boolean => HONOURS.has(text) || LOOSE_HONOURS.has(text);
export const isLooseHonour = (text: string): boolean => LOOSE_HONOURS.has(text);

/** Which one of several bearers of a name: 1 the senior, 2 the junior, 3 the third; undefined for other words. */
export const generationOf = (text: string): string | undefined => GENERATIONS.get(text);
