/**
 * Words that tell of a business or an occupation at higher risk, in lower case and singular; several words
 * are a phrase. Which kinds of business: FATF Recommendations 8, 15 and 22 with their interpretive notes,
 * Annex III of Directive (EU) 2015/849, and the sector chapters of the EBA guidelines EBA/GL/2021/02.
 */
export const BUSINESS_RISKS = ['standard', 'elevated', 'high'] as const;
export type BusinessRisk = (typeof BUSINESS_RISKS)[number];

export interface BusinessKind {
  kind: string;
  risk: BusinessRisk;
  words: readonly string[];
}

export const BUSINESS_KINDS: readonly BusinessKind[] = [
  {
    kind: 'money services',
    risk: 'high',
    words: [
      ...[
        'money service',
        'money service business',
        'msb',
        'money transfer',
        'money transmitter',
        'money transmission',
      ],
      ...['money remittance', 'remittance', 'hawala', 'hawaladar', 'currency exchange', 'bureau de change'],
      ...['exchange office', 'money changer', 'cheque cashing', 'check cashing', 'shell bank', 'payday loan'],
    ],
  },
  {
    kind: 'virtual assets',
    risk: 'high',
    words: [
      ...[
        'crypto',
        'cryptocurrency',
        'cryptocurrencies',
        'crypto exchange',
        'bitcoin',
        'virtual asset',
        'vasp',
        'casp',
      ],
      ...['virtual currency', 'virtual currencies', 'digital asset', 'nft', 'stablecoin', 'defi'],
    ],
  },
  {
    kind: 'gambling',
    risk: 'high',
    words: [
      ...['gambling', 'gambler', 'casino', 'betting', 'sports betting', 'bookmaker', 'sportsbook', 'lottery'],
      ...['lotteries', 'poker', 'igaming', 'junket'],
    ],
  },
  {
    kind: 'precious metals and stones',
    risk: 'high',
    words: [
      ...['precious metal', 'precious stone', 'gold', 'bullion', 'diamond', 'gemstone', 'gem dealer'],
      ...['jewellery', 'jewelry', 'jeweller', 'jeweler'],
    ],
  },
  {
    kind: 'arms and defence',
    risk: 'high',
    words: [
      ...['arms', 'arms dealer', 'arms trade', 'weapon', 'weaponry', 'firearm', 'ammunition', 'munition', 'defence'],
      ...['defense', 'military equipment', 'military good', 'dual use', 'dual use good'],
    ],
  },
  { kind: 'cannabis', risk: 'high', words: ['cannabis', 'marijuana'] },
  {
    kind: 'real estate',
    risk: 'elevated',
    words: ['real estate', 'realtor', 'estate agent', 'estate agency', 'property development', 'property developer'],
  },
  {
    kind: 'charities and non-profit',
    risk: 'elevated',
    words: [
      ...['charity', 'charities', 'charitable', 'non profit', 'nonprofit', 'not for profit', 'ngo', 'npo'],
      ...['religious organisation', 'religious organization', 'humanitarian aid'],
    ],
  },
  {
    kind: 'cash-intensive trade',
    risk: 'elevated',
    words: [
      ...['cash intensive', 'restaurant', 'nightclub', 'night club', 'pub', 'car wash', 'laundromat', 'launderette'],
      ...['laundrette', 'convenience store', 'kiosk', 'vending machine', 'taxi', 'car park', 'pawnshop', 'pawnbroker'],
      ...['used car', 'car dealer', 'car dealership', 'vehicle dealer', 'scrap metal', 'adult entertainment'],
      ...['nail salon', 'barber shop', 'petrol station', 'gas station', 'tobacco', 'market stall'],
    ],
  },
  {
    kind: 'art and antiques',
    risk: 'elevated',
    words: ['art dealer', 'art gallery', 'art trade', 'antique', 'auction house', 'auctioneer', 'freeport'],
  },
  {
    kind: 'company formation and nominees',
    risk: 'elevated',
    words: [
      ...['company formation', 'company service provider', 'corporate service provider', 'trust service'],
      ...['trust company', 'fiduciary', 'nominee service', 'virtual office'],
    ],
  },
  {
    kind: 'trade across borders and commodities',
    risk: 'elevated',
    words: [
      ...[
        'import export',
        'import and export',
        'general trading',
        'commodity trading',
        'shipping',
        'freight forwarder',
      ],
      ...['freight forwarding', 'oil', 'oil and gas', 'mining', 'logging', 'timber'],
    ],
  },
  { kind: 'construction', risk: 'elevated', words: ['construction', 'building contractor'] },
];

/** Legal forms that can hide who owns what. */
export const OPAQUE_LEGAL_FORMS: readonly string[] = [
  ...['trust', 'foundation', 'private foundation', 'anstalt', 'stiftung', 'bearer share', 'nominee', 'offshore'],
  ...['offshore company', 'shell company', 'shell', 'shelf company', 'spv', 'special purpose vehicle'],
  ...['special purpose entity', 'international business company', 'ibc', 'limited partnership', 'exempted company'],
  ...['personal asset holding', 'private investment company'],
];

/** Phrases in which a word of the lists means nothing. */
export const HARMLESS_PHRASES: readonly string[] = [
  ...['cash flow', 'olive oil', 'essential oil', 'oil painting', 'oil change', 'self defence', 'self defense'],
  ...['legal defence', 'legal defense', 'gold standard', 'diamond tool'],
];

/** Kinds of company whose owners are published or are the public; Annex II (1)(a) and (b) of Directive (EU) 2015/849. */
export const PUBLIC_BODIES: readonly string[] = [
  ...['listed company', 'publicly listed', 'publicly traded', 'stock exchange listed', 'public body'],
  ...['public administration', 'public authority', 'government agency', 'government department', 'municipality'],
  ...['central bank'],
];
/** Words that turn one of these into its opposite. */
export const NEGATIONS: readonly string[] = ['not', 'non', 'no', 'un', 'former', 'formerly', 'delisted'];

/** Sources of funds that are hard to prove. */
export const UNPROVABLE_FUNDS: readonly string[] = [
  ...['cash', 'cash saving', 'cash sale', 'crypto', 'cryptocurrency', 'bitcoin', 'virtual asset', 'digital asset'],
  ...['gambling', 'betting', 'casino', 'lottery', 'winnings', 'gift', 'third party', 'private loan', 'unknown'],
];

/** Occupations with no large income of their own. */
export const OCCUPATIONS_WITHOUT_INCOME: readonly string[] = [
  ...['student', 'pupil', 'unemployed', 'jobseeker', 'homemaker', 'housewife', 'househusband', 'apprentice', 'intern'],
  ...['trainee', 'none'],
];

/** Endings by which a name is that of a company and not of a person. Forms that are also surnames (SA, AS, AB) are left out. */
export const COMPANY_ENDINGS: readonly string[] = [
  ...['ltd', 'limited', 'llc', 'llp', 'inc', 'incorporated', 'corp', 'corporation', 'company', 'gmbh', 'plc', 'bv'],
  ...['nv', 'sarl', 'srl', 'pte', 'pty', 'ooo', 'pjsc', 'holding', 'trust', 'foundation', 'stiftung', 'anstalt'],
];
