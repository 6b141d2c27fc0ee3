/**
 * What a score adds to the score of the names, or takes from it. Names of the fields are those of the API, which
 * measures other weights on decided alerts. Screening itself uses `WEIGHTS` and no others.
 */
export interface Weights {
  /** the dates of birth are the same day */
  same_day: number;
  /** the same month and year; one of them has no day */
  same_month: number;
  /** the same year, with day and month swapped */
  day_and_month_swapped: number;
  /** the same year; one of them has no month */
  same_year: number;
  /** the same year, and another day */
  same_year_other_day: number;
  a_year_apart: number;
  /** two to five years */
  years_apart: number;
  /** more than five years: an equal name is just a hit, and any other name is none */
  many_years_apart: number;
  /** at least one country of both */
  same_country: number;
  /** countries of both, and none in common */
  other_country: number;
  /** a person compared with a company; equal names are still a hit, because either schema may be wrong */
  other_schema: number;
  /** of a person and a company on one side, and a vessel, an aircraft or a wallet on the other: equal names are no hit */
  thing: number;
  /** two persons, one female and one male */
  other_gender: number;
  /** another number of the same kind and country */
  other_identifier: number;
  /** both are vessels with valid IMO numbers, and these differ: an equal name is no hit at the default threshold */
  other_imo_number: number;
  /** the same number of another kind or country */
  same_number_other_kind: number;
  /** the least score of a hit with an equal identifier; it rises to 1 with the similarity of the names */
  same_identifier: number;
  /** a match of a weak alias whose spelling is not exactly the same */
  weak_alias: number;
  /** the name is a part of a text */
  in_text: number;
  /** a second name of the subject that also matches a name of the entry */
  second_name: number;
}

/** The weights of this version of the scorer. */
export const WEIGHTS: Readonly<Weights> = {
  same_day: 0.1,
  same_month: 0.06,
  day_and_month_swapped: 0.05,
  same_year: 0.03,
  same_year_other_day: -0.03,
  a_year_apart: -0.03,
  years_apart: -0.16,
  many_years_apart: -0.3,
  same_country: 0.03,
  other_country: -0.1,
  other_schema: -0.3,
  thing: -1,
  other_gender: -0.1,
  other_identifier: -0.04,
  other_imo_number: -0.35,
  same_number_other_kind: 0.15,
  same_identifier: 0.95,
  weak_alias: -0.3,
  in_text: -0.2,
  second_name: 0.03,
};

/**
 * What takes from the score of two names, or weighs the words in them. They were set by hand and checked with
 * `npm run fit:screening`, which measures on labelled pairs what other values would do. The sizes in `compare-*.ts` that
 * have no entry here tell cases apart; they are not weights.
 */
export const NAME_WEIGHTS = {
  /** what takes from the score of two persons */
  persons: {
    /** the share of the weight without a partner, times this plus `much_missing` times the share: 0.26 for a half */
    missing: 0.32,
    much_missing: 0.39,
    /** both names have words without a partner */
    conflict: 0.4,
    /** the same, if the words without a partner are at most an initial and a title in each name */
    small_conflict: 0.12,
    /** both names have an initial, and not the same one */
    other_initials: 0.32,
    /** full names that only one person has, times their weight beyond one such name; fathers' names aside */
    many_names_missing: 0.05,
    /** only one word agrees, and the other name has further words */
    lone_name: 0.2,
    /** only initials and titles agree */
    no_full_name: 0.35,
    /** a missing syllable makes another Chinese or Korean name: `Kim Chol` is not `Kim Song Chol` */
    missing_syllable: 0.2,
    /** the most for the words without a partner of `President Lincoln` */
    titled_family_name: 0.27,
    /** only common names agree, and one name has further words */
    only_common_names: 0.12,
    /**
     * only given names of a chain agree, such as own name and father's name, and one person has further names: the least
     * for those, together with `missing`
     */
    only_chain_names: 0.295,
    /** the own name of one person is the father's name of the other, who has another own name */
    other_own_name: 0.16,
    /** words are missing, others are misspelled, and none that few people have is spelled the same */
    nothing_certain: 0.1,
    /** a nickname, or the form of another language, beside words that only one name has */
    other_form: 0.08,
    other_transliteration: 0.21,
    spelled_backwards: 0.2,
    /** the most for other words, when the name is in a text with all its words in a row */
    in_text: 0.2,
    written_apart: 0.02,
    /** wrong letters count more in names of a single word, because no other word confirms the match */
    allowance_of_single_word: 0.65,
    /** in Chinese and Korean names, each letter distinguishes names */
    edits_in_syllables: 1.35,
    /** the same between characters and their transliteration as a whole */
    edits_of_whole_across_scripts: 2.5,
  },
  /** what takes from the score of two companies */
  companies: {
    /** both names have words without a partner, such as another trade, place or name */
    conflict: 0.4,
    /** a word that only one name has, by the kind of the word */
    extra_name: 0.35,
    extra_place: 0.35,
    extra_word: 0.32,
    extra_number: 0.32,
    extra_region: 0.2,
    extra_group: 0.15,
    /** factor for such a word in brackets, which rarely makes a different name */
    in_brackets: 0.6,
    /** only words that many companies share agree, and one name has further words */
    only_common_words: 0.35,
    /** a short name has an everyday word, and the other one a word that is spelled otherwise */
    everyday_word: 0.15,
    other_form: 0.04,
    profit_and_nonprofit: 0.32,
    /** the most for other words, when the name is in a text with all its words in a row */
    in_text: 0.2,
    written_apart: 0.02,
    /** wrong letters count more in names of a single word, because no other word confirms the match */
    allowance_of_single_word: 0.85,
    /** wrong letters of each letter that differs between two single words that sound alike */
    least_per_written_letter: 0.5,
    /** an acronym of at least four letters, or of three beside a word that both names have */
    acronym: 0.25,
    short_acronym: 0.35,
  },
  /** how much a word of a person counts; a name that few people have counts 1 */
  words_of_persons: {
    common_name: 0.6,
    /** a part of a compound, such as `abdul` or `din` */
    compound_part: 0.4,
    patronymic: 0.35,
    /** `Jr`, `III` */
    generation: 0.35,
    initial: 0.25,
    honour: 0.15,
    /** a word with digits is no name of a person */
    digits: 0.25,
    /** factors for a name of one or two letters, and for a word in brackets */
    short_name: 0.7,
    in_brackets: 0.5,
  },
  /** how much a word of a company counts; a distinctive name counts 1 */
  words_of_companies: {
    business_word: 0.35,
    place: 0.5,
    region: 0.25,
    number: 0.4,
  },
  /** how many wrong letters a difference counts for, apart from those of `edit-cost.ts` */
  wrong_letters: {
    /** the spellings differ only by language or transliteration */
    spelling: 0.15,
    spelling_of_one_name: 0.2,
    nickname: 0.9,
    /** the most for a name that many people have, which is hardly a misspelling of a rare one */
    most_of_known_name: 1.6,
    /** the least for each letter that differs, however similar the letters are */
    least_per_letter: 0.8,
    least_per_vowel: 0.5,
    /** `Alassad` and `Assad` */
    article: 0.2,
    /** two characters with the same sound, such as a traditional and a simplified one */
    variant_character: 0.2,
    other_character: 1.6,
    other_script: 0.2,
    initial: 0.35,
    /** words with a known meaning, such as `bank` and `banco` */
    same_meaning: 0.25,
    /** another number of the same series of funds or trusts */
    number_of_series: 2,
    /** one word in one name, and two words in the other */
    written_as_one: 0.1,
  },
  letters: {
    /** what as many wrong letters as a name of its length may have take from the score */
    taken_off_at_allowance: 0.3,
    /** how many wrong letters a name of eight letters or more may have */
    most_allowed: 2.3,
  },
};

export const WEIGHT_NAMES = Object.keys(WEIGHTS) as (keyof Weights)[];
