/** The parts of invented names: given names are common ones, surnames and firms are made up. */
export interface Region {
  country: string;
  phone: string;
  cities: readonly string[];
  streets: readonly string[];
  given: readonly string[];
  surnames: readonly string[];
}

const words = (text: string): string[] => text.split(' ');

export const REGIONS: readonly Region[] = [
  {
    country: 'DE',
    phone: '+49 30',
    cities: words('Berlin Hamburg Leipzig Freiburg'),
    streets: ['Lindenweg', 'Am Mühlbach', 'Gartenstraße'],
    given: words('Lena Jonas Frieda Matthis Anke Torben Wiebke Konrad'),
    surnames: words('Halvermann Brückstedt Osterlohe Quastner Zwillingsberg Feldhagen Rabenthal Weidenkamp'),
  },
  {
    country: 'GB',
    phone: '+44 20',
    cities: words('London Leeds Bristol Norwich'),
    streets: ['Orchard Lane', 'Mill Road', 'Harbour Street'],
    given: words('Harriet Oliver Imogen Callum Beatrice Rupert Maisie Desmond'),
    surnames: words('Thistlemoor Wexcombe Harrowgill Penfarthing Oakhampden Larkwell Brindleford Castlewick'),
  },
  {
    country: 'FR',
    phone: '+33 1',
    cities: words('Paris Lyon Nantes Toulouse'),
    streets: ['rue des Tilleuls', 'avenue du Moulin', 'rue Basse'],
    given: words('Camille Étienne Maëlle Baptiste Solène Gaspard Clémence Yanis'),
    surnames: words('Valcourbe Brossardin Delaforge Montsereaux Ruvellier Charpentreau Lormeret Granvallon'),
  },
  {
    country: 'ES',
    phone: '+34 91',
    cities: words('Madrid Sevilla Valencia Bilbao'),
    streets: ['Calle del Olivo', 'Paseo de la Ribera', 'Calle Nueva'],
    given: words('Lucía Álvaro Nerea Gonzalo Carmen Iker Marina Jacinto'),
    surnames: words('Valdecerro Montalbejo Ribanegra Olmedrano Castrovilla Peñarruiz Zarzuelo Cantalobos'),
  },
  {
    country: 'PL',
    phone: '+48 22',
    cities: words('Warszawa Gdańsk Poznań Lublin'),
    streets: ['ulica Jasna', 'ulica Wierzbowa', 'ulica Polna'],
    given: words('Zofia Mateusz Hanna Wojciech Agnieszka Kacper Bożena Tadeusz'),
    surnames: words('Brzozkiewicz Dąbrowiecki Wilczanowski Jarzębicki Kalinowiecki Sosnarek Lipiński-Wrona Zawilczak'),
  },
  {
    country: 'NG',
    phone: '+234 1',
    cities: words('Lagos Abuja Ibadan Enugu'),
    streets: ['Palm Avenue', 'Market Road', 'Unity Close'],
    given: words('Adaeze Chidi Folake Emeka Ngozi Tunde Yetunde Obinna'),
    surnames: words('Okonjiwe Adebanwo Nwachukwura Olatunbosi Ezeudoka Balogunde Iroegbute Afolarinde'),
  },
  {
    country: 'IN',
    phone: '+91 22',
    cities: words('Mumbai Pune Kochi Jaipur'),
    streets: ['Lake View Road', 'Temple Street', 'Gandhi Nagar'],
    given: words('Ananya Rohan Meera Vikram Kavya Arjun Lakshmi Sanjay'),
    surnames: words('Chandravarkar Mehrotia Ranganelli Devkumaran Patwaridhar Suryavelli Bhattanekar Joshipura'),
  },
  {
    country: 'BR',
    phone: '+55 11',
    cities: ['São Paulo', 'Recife', 'Curitiba', 'Belém'],
    streets: ['Rua das Acácias', 'Avenida Central', 'Rua do Porto'],
    given: words('Beatriz Thiago Larissa Caio Fernanda Murilo Juliana Otávio'),
    surnames: words('Carvalhosa Figueirinha Montenegral Bragançares Serradourada Vilanoves Taquarinho Pedrosales'),
  },
  {
    country: 'AE',
    phone: '+971 4',
    cities: ['Dubai', 'Abu Dhabi', 'Sharjah'],
    streets: ['Pearl Street', 'Creek Road', 'Palm Walk'],
    given: words('Mariam Khalid Noura Faisal Salma Tariq Huda Rashid'),
    surnames: words('Al-Marzouqani Al-Hadramiri Al-Falakani Haddadine Qasimawi Nasserian Al-Bahrawi Shamsalani'),
  },
  {
    country: 'JP',
    phone: '+81 3',
    cities: words('Tokyo Osaka Sapporo Kobe'),
    streets: ['Sakura-dori', 'Kawabata', 'Minami-machi'],
    given: words('Haruka Kenji Aoi Takumi Yuki Daichi Emi Shun'),
    surnames: words('Kurokibara Tanigashima Hoshiyanagi Murasekawa Aizumori Shirogane Fujikasawa Nagahoshi'),
  },
  {
    country: 'US',
    phone: '+1 212',
    cities: ['New York', 'Austin', 'Denver', 'Savannah'],
    streets: ['Maple Avenue', 'Juniper Court', 'Second Street'],
    given: words('Avery Marcus Paige Dwight Naomi Curtis Selena Wesley'),
    surnames: words(
      'Hollenbrook Stavenridge Marquardson Tallgrove Winterhaven Copperfield-Ames Redstone-Hale Larrabine',
    ),
  },
  {
    country: 'TR',
    phone: '+90 212',
    cities: ['İstanbul', 'İzmir', 'Bursa'],
    streets: ['Çınar Sokak', 'Liman Caddesi', 'Gül Sokak'],
    given: words('Elif Emre Zeynep Kerem Defne Burak Selin Onur'),
    surnames: words('Karadağlıoğlu Yıldızören Akçabayır Demirtepeli Gökçeyurt Sarıkavak Taşpınarlı Ünveroğlu'),
  },
];

export const FIRM_WORDS = words(
  'Brightwater Silverquay Northgable Amberfield Kestrel Harborline Juniperstone Bluemarsh Copperleaf Windmere ' +
    'Saltmarsh Eastbridge Fernhollow Greyharbor Larkspur Moonvale Oakridge Pinecrest Quillwood Ravenford ' +
    'Stonehythe Thornbury Umberland Valehaven Westerby Yarrowdale Zephyrline Alderbrook Birchmoor Cinderbank ' +
    'Driftwell Elmswater Foxglove Gildersea Heatherton',
);

export const FORMS: Record<string, string> = {
  DE: 'GmbH',
  GB: 'Ltd',
  FR: 'SARL',
  ES: 'SL',
  PL: 'sp. z o.o.',
  NG: 'Ltd',
  IN: 'Pvt Ltd',
  BR: 'Ltda',
  AE: 'FZE',
  JP: 'KK',
  US: 'LLC',
  TR: 'A.Ş.',
};

export const OCCUPATIONS = [
  'nurse',
  'software engineer',
  'teacher',
  'electrician',
  'accountant',
  'logistics planner',
  'chef',
  'architect',
  'sales manager',
  'laboratory technician',
] as const;

export const SHOPS = [
  'Corner Grocery',
  'City Pharmacy',
  'Metro Transit',
  'Bean & Leaf Café',
  'Fuel Stop 12',
  'Riverside Books',
  'Lumen Electronics',
  'Daily Bakery',
  'Streamly Video',
  'Park Cinema',
  'Fresh Market Hall',
  'Trailhead Outdoor',
  'Noodle Bar Ichi',
  'Cloudline Mobile',
  'Hearth & Home',
  'Velo Repair',
] as const;
