export type Pair = readonly [name1: string, name2: string];

export const ONE_PERSON: Record<string, Pair[]> = {
  'case, accents and punctuation': [
    ['SIMÓN BOLÍVAR', 'simon bolivar'],
    ['Józef Piłsudski', 'Jozef Pilsudski'],
    ['Jean-Paul Sartre', 'Jean Paul Sartre'],
  ],
  'order of words': [
    ['Kazantzakis, Nikos', 'Nikos Kazantzakis'],
    ['BEETHOVEN, Ludwig van', 'Ludwig van Beethoven'],
    ['Nagy Imre', 'Imre Nagy'],
  ],
  'missing names, patronymics and initials': [
    ['Wolfgang Amadeus Mozart', 'Wolfgang Mozart'],
    ['Ivan Petrovich Pavlov', 'Ivan Pavlov'],
    ['Ulysses S. Grant', 'Ulysses Grant'],
    ['J. S. Bach', 'Johann Sebastian Bach'],
    ['JP Sartre', 'Jean-Paul Sartre'],
    ['Yusuf bin Musa al-Harbi', 'Yusuf al-Harbi'],
  ],
  'misspellings and characters that text recognition confuses': [
    ['Wiliam Gladston', 'William Gladstone'],
    ['Napolean Bonaparte', 'Napoleon Bonaparte'],
    ['N4poleon B0naparte', 'Napoleon Bonaparte'],
    ['Gugliemo Marconi', 'Guglielmo Marconi'],
  ],
  'words with and without spaces': [
    ['NapoleonBonaparte', 'Napoleon Bonaparte'],
    ['Vincent Vangogh', 'Vincent van Gogh'],
    ['Mengistu Hailemariam', 'Mengistu Haile Mariam'],
  ],
  'titles, and a legal form after the name of a person': [
    ['Dr. Samuel Johnson', 'Samuel Johnson'],
    ['General Francisco Franco', 'Francisco Franco'],
    ['President Lincoln', 'Abraham Lincoln'],
    ['Emiliano Zapata S.A.', 'Emiliano Zapata'],
  ],
  '"Jr." in only one of the names': [['Martin Luther King Jr.', 'Martin Luther King']],
  'nicknames and other languages': [
    ['Teddy Roosevelt', 'Theodore Roosevelt'],
    ['Pancho Villa', 'Francisco Villa'],
    ['Johann von Neumann', 'John von Neumann'],
  ],
  'words that are spelled backwards': [['noelopaN etrapanoB', 'Napoleon Bonaparte']],
  'spellings of German, French, English and Slavic languages': [
    ['Anton Tschechow', 'Anton Chekhov'],
    ['Nikita Chruschtschow', 'Никита Хрущёв'],
    ['Mikhaïl Gorbatchev', 'Михаил Горбачёв'],
    ['Iurii Andropov', 'Yuri Andropov'],
    ['Erwin Schroedinger', 'Erwin Schrödinger'],
    ['Слободан Милошевић', 'Slobodan Milosevic'],
    ['Богдан Хмельницький', 'Bohdan Khmelnytsky'],
  ],
  'Arabic and Persian names in Latin letters': [
    ['Gamal Abdel Nasser', 'Jamal Abd al-Nasir'],
    ['Abdurrahman Kawakibi', 'Abd al-Rahman al-Kawakibi'],
    ['Nasiruddin Tusi', 'Nasir al-Din al-Tusi'],
    ['Mohamed Abdou', 'Muhammad Abduh'],
    ['Tarik bin Ziad', 'Tariq ibn Ziyad'],
    ['Hassan el Banna', 'Hasan al-Banna'],
  ],
  'scripts without vowels': [
    ['جمال عبد الناصر', 'Gamal Abdel Nasser'],
    ['نجيب محفوظ', 'Naguib Mahfouz'],
    ['عمر خیام', 'Omar Khayyam'],
    ['דוד בן גוריון', 'David Ben-Gurion'],
    ['तात्या टोपे', 'Tatya Tope'],
  ],
  'Greek, Georgian, Armenian, Bengali, Kana': [
    ['Ελευθέριος Βενιζέλος', 'Eleftherios Venizelos'],
    ['შოთა რუსთაველი', 'Shota Rustaveli'],
    ['Արամ Խաչատուրյան', 'Aram Khachaturian'],
    ['সুভাষ চন্দ্র বসু', 'Subhas Chandra Bose'],
    ['クロサワ アキラ', 'Akira Kurosawa'],
  ],
  'Chinese and Korean in their transliterations': [
    ['邓小平', 'Deng Xiaoping'],
    ["Teng Hsiao-p'ing", 'Deng Xiaoping'],
    ['Дэн Сяопин', 'Deng Xiaoping'],
    ['Chou En-lai', '周恩来'],
    ['鄧小平', '邓小平'],
    ['박정희', 'Park Chung-hee'],
    ['Pak Chong-hui', 'Park Chung-hee'],
    ['Rhee Syngman', 'Syngman Rhee'],
  ],
};

export const TWO_PERSONS: Record<string, Pair[]> = {
  'another given name': [
    ['Indira Gandhi', 'Rajiv Gandhi'],
    ['Otto von Bismarck', 'Herbert von Bismarck'],
    ['Modest Tchaikovsky', 'Pyotr Tchaikovsky'],
  ],
  'another family name': [
    ['Charles Dickens', 'Charles Darwin'],
    ['Hasan al-Banna', 'Hasan al-Turabi'],
    ['Mikhail Bulgakov', 'Mikhail Kalinin'],
  ],
  'another name in the middle, or another father': [
    ['Ivan Petrovich Pavlov', 'Ivan Sergeevich Pavlov'],
    ['Yusuf bin Musa al-Harbi', 'Yusuf bin Isa al-Harbi'],
    ['Abd al-Karim Qasim', 'Abd al-Salam Qasim'],
  ],
  'father and son': [
    ['Hasan bin Ali al-Basri', 'Ali bin Hasan al-Basri'],
    ['Alexandre Dumas Sr.', 'Alexandre Dumas Jr.'],
  ],
  'only a given name': [
    ['Hamilcar', 'Hamilcar Barca'],
    ['Boris', 'Boris Godunov'],
  ],
  'another syllable': [
    ['Kim Dae-jung', 'Kim Young-sam'],
    ['Han Yong Su', 'Han Yong Chol'],
    ['毛泽东', '毛泽民'],
    ['이순신', '이순희'],
  ],
  'other people in scripts other than Latin': [
    ['محمد علی جناح', 'فاطمہ جناح'],
    ['יצחק רבין', 'יצחק שמיר'],
    ['इंदिरा गांधी', 'राजीव गांधी'],
    ['Ανδρέας Παπανδρέου', 'Ανδρέας Παπανικολάου'],
  ],
};

export const ONE_COMPANY: Record<string, Pair[]> = {
  'legal forms': [
    ['Zeppelin Gesellschaft mit beschränkter Haftung', 'Zeppelin GmbH'],
    ['White Star Line Limited', 'White Star Line Ltd'],
    ['OOO Romashka', 'Ромашка, общество с ограниченной ответственностью'],
    ['ПАО Уралмаш', 'Public Joint Stock Company Uralmash'],
    ['Volta Sp. z o.o.', 'Volta spółka z ograniczoną odpowiedzialnością'],
    ['Volta S. de R.L. de C.V.', 'Volta'],
    ['Kita Steel K.K.', 'Kita Steel Kabushiki Kaisha'],
    ['丰田汽车公司', '丰田汽车有限公司'],
    ['Krupp Aktiengeselschaft', 'Krupp AG'],
    ['KruppAG', 'Krupp AG'],
  ],
  'signs, dots, links and numbers in words': [
    ['A.C.M.E. Ltd', 'ACME Ltd'],
    ['Tigris & Euphrates Contracting', 'Tigris and Euphrates Contracting'],
    ['The Acme Anvil Company', 'Acme Anvil Company'],
    ['First Bank of Zembla', '1st Bank of Zembla'],
    ['Brigade Twenty-One', 'Brigade 21'],
    ['Acme100%', 'Acme One Hundred Percent'],
  ],
  'other languages and spellings of common words': [
    ['Banco Nacional de Ruritania', 'National Bank of Ruritania'],
    ['Farrow Labor Organization', 'Farrow Labour Organisation'],
  ],
  'misspelled words': [
    ['Studebacker Corp.', 'Studebaker Corporation'],
    ['Meridian Shiping Ltd', 'Meridian Shipping Ltd'],
  ],
  'the word "group", and additions in brackets': [
    ['Galvani Group', 'Galvani'],
    ['Galvani Werke (Zürich) AG', 'Galvani Werke AG'],
  ],
  'numbers of one series': [['Bear Capital Fund II L.P.', 'Bear Capital Fund III L.P.']],
};

export const TWO_COMPANIES: Record<string, Pair[]> = {
  'another trade': [
    ['Meridian Shipping Ltd', 'Meridian Trading Ltd'],
    ['Farrow Bank', 'Farrow Trust Bank'],
    ['Great Western Railway', 'Great Western Railroad Engineering'],
  ],
  'another place': [
    ['Standard Oil of Ohio', 'Standard Oil of Indiana'],
    ['Orient Bank of Iran', 'Orient Bank of Iraq'],
    ['Farrow (Japan) K.K.', 'Farrow (Brazil) Ltda'],
    ['Mendel Danmark A/S', 'Mendel Norge A/S'],
  ],
  'another name': [
    ['Krupp AG', 'Thyssen AG'],
    ['QRS p.l.c.', 'QRT p.l.c.'],
    ['ООО "Роза"', 'ООО "Розариум"'],
  ],
  'a number in only one name, and different ordinals': [
    ['Bear Capital Fund L.P.', 'Bear Capital Fund III L.P.'],
    ['First Bank of Zembla', 'Second Bank of Zembla'],
  ],
  'only business words in common': [['Trading Company', 'Zembla Trading Company']],
  'a non-profit form and a company form': [['ANO Novaya Zarya', 'OOO Novaya Zarya']],
};
