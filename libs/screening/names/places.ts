import countries from 'i18n-iso-countries';
import type { Word } from './words';
import { toWords } from './words';

/** Languages whose names of countries are known here, beside English. */
const LANGUAGES =
  'en de fr es it pt nl sv nb da fi pl cs sk hu ro hr sr sl bg ru uk be tr az kk uz lt lv et el he ar fa hi bn id ms vi th zh ja ko ka hy sq mk'.split(
    ' ',
  );

/** People of a country, its adjectives and usual short names. */
const ADJECTIVES = `US:american usa us america|GB:british uk britain england english scotland scottish|RU:russian rossiya rossii rossiiskaya rossiiskii|CN:chinese prc zhongguo|
  DE:german deutsche deutsches|FR:french francaise francais|IT:italian italiana italiano|ES:spanish espanola espanol|PT:portuguese portuguesa|BR:brazilian brasileira brasileiro brasil|
  MX:mexican mexicana mexicano mejico|AR:argentine argentina|CL:chilean chilena|CO:colombian colombiana|PE:peruvian peruana|VE:venezuelan venezolana|CU:cuban cubana cubano|
  JP:japanese nippon nihon|KR:korean hankook|KP:dprk|IN:indian bharat|PK:pakistani|BD:bangladeshi|LK:ceylon|IR:iranian irani persian|IQ:iraqi|SY:syrian|LB:lebanese|SA:saudi|AE:emirates uae emirati|
  QA:qatari|KW:kuwaiti|BH:bahraini|OM:omani|YE:yemeni|JO:jordanian|IL:israeli|PS:palestinian|TR:turkish turk turkiye|EG:egyptian misr|LY:libyan|TN:tunisian|DZ:algerian|MA:moroccan maroc|SD:sudanese|
  NG:nigerian|KE:kenyan|GH:ghanaian|ET:ethiopian|ZA:african|AU:australian|NZ:zealand|CA:canadian|UA:ukrainian ukrainskaya|BY:belarusian byelorussian|KZ:kazakh kazakhstani|UZ:uzbek|AZ:azerbaijani|AM:armenian|
  GE:georgian|PL:polish polska|CZ:czech|HU:hungarian magyar|RO:romanian|BG:bulgarian|GR:greek hellenic|RS:serbian srpska|HR:croatian hrvatska|CH:swiss suisse svizzera|AT:austrian osterreich|NL:dutch holland|
  BE:belgian|SE:swedish svensk svenska|NO:norwegian norsk norsk|DK:danish dansk|FI:finnish suomi|IE:irish eire|IS:icelandic|TH:thai|VN:vietnamese|ID:indonesian|MY:malaysian|PH:philippine pilipinas|SG:singaporean|
  HK:hongkong|TW:taiwanese|MM:burma burmese|AF:afghan|MN:mongolian`;

/** Parts of the world; said of a branch or a market more often than of where a company belongs. */
const REGIONS =
  'europe european europa|asia asian|africa african afrique|middle east|far east|eurasia eurasian|latin america|north america|south america|central america|apac|emea|baltic baltics|nordic nordisk scandinavia|balkan balkans|caribbean|pacific|atlantic|gulf|arabia arabian arab|mediterranean|caspian|siberia siberian|caucasus|balkan';

/** Cities, states and provinces that companies are named for. */
const CITIES = `new york|new york city|los angeles|chicago|houston|phoenix|philadelphia|san antonio|san diego|dallas|san jose|austin|san francisco|seattle|denver|boston|detroit|
  nashville|portland|las vegas|memphis|baltimore|milwaukee|sacramento|kansas city|atlanta|miami|oakland|minneapolis|cleveland|tampa|orlando|pittsburgh|cincinnati|
  st louis|buffalo|newark|charlotte|indianapolis|columbus|washington|california|texas|florida|illinois|ohio|michigan|virginia|pennsylvania|massachusetts|connecticut|new jersey|
  delaware|nevada|arizona|colorado|oregon|minnesota|wisconsin|missouri|tennessee|alabama|louisiana|kentucky|oklahoma|carolina|north carolina|south carolina|hawaii|alaska|utah|
  toronto|montreal|vancouver|calgary|ottawa|edmonton|winnipeg|quebec|ontario|alberta|british columbia|london|manchester|birmingham|liverpool|leeds|glasgow|edinburgh|bristol|
  belfast|cardiff|dublin|cork|paris|lyon|marseille|toulouse|lille|bordeaux|strasbourg|nantes|nice|berlin|hamburg|munchen|munich|koln|cologne|frankfurt|stuttgart|dusseldorf|
  dortmund|essen|leipzig|dresden|hannover|nurnberg|bremen|bayern|bavaria|wien|vienna|graz|linz|salzburg|zurich|geneve|geneva|genf|basel|bern|lausanne|lugano|roma|rome|milano|
  milan|napoli|naples|torino|turin|genova|genoa|bologna|firenze|florence|venezia|venice|palermo|verona|madrid|barcelona|valencia|sevilla|seville|zaragoza|malaga|bilbao|lisboa|
  lisbon|porto|amsterdam|rotterdam|den haag|the hague|utrecht|eindhoven|antwerp|antwerpen|brussels|bruxelles|brussel|gent|luxembourg|copenhagen|kobenhavn|oslo|bergen|stockholm|
  goteborg|gothenburg|malmo|helsinki|tampere|turku|tallinn|riga|vilnius|kaunas|warsaw|warszawa|krakow|cracow|gdansk|wroclaw|poznan|lodz|prague|praha|brno|bratislava|budapest|
  bucharest|bucuresti|cluj|sofia|plovdiv|varna|athens|athina|thessaloniki|piraeus|belgrade|beograd|novi sad|zagreb|split|ljubljana|sarajevo|skopje|tirana|podgorica|pristina|
  istanbul|ankara|izmir|bursa|antalya|adana|nicosia|limassol|valletta|moscow|moskva|saint petersburg|st petersburg|sankt peterburg|novosibirsk|yekaterinburg|ekaterinburg|kazan|
  nizhny novgorod|chelyabinsk|samara|omsk|rostov|ufa|krasnoyarsk|voronezh|perm|volgograd|krasnodar|saratov|tyumen|irkutsk|vladivostok|khabarovsk|yaroslavl|murmansk|sochi|tomsk|
  kaliningrad|sverdlovsk|ural|tatarstan|bashkortostan|crimea|sevastopol|donetsk|luhansk|lugansk|kyiv|kiev|kharkiv|kharkov|odesa|odessa|dnipro|lviv|lvov|minsk|gomel|grodno|brest|
  chisinau|almaty|astana|nur sultan|shymkent|tashkent|samarkand|bishkek|dushanbe|ashgabat|baku|tbilisi|batumi|yerevan|tehran|teheran|isfahan|esfahan|mashhad|shiraz|tabriz|
  qom|ahvaz|kerman|baghdad|basra|mosul|erbil|damascus|aleppo|homs|latakia|beirut|tripoli|amman|jerusalem|tel aviv|haifa|gaza|riyadh|jeddah|mecca|medina|dammam|dubai|abu dhabi|
  sharjah|doha|manama|muscat|sanaa|aden|hodeidah|kuwait city|cairo|alexandria|giza|khartoum|benghazi|tunis|algiers|alger|oran|casablanca|rabat|marrakech|tangier|
  lagos|abuja|kano|accra|dakar|abidjan|bamako|nairobi|mombasa|addis ababa|kampala|dar es salaam|kigali|mogadishu|kinshasa|luanda|lusaka|harare|maputo|johannesburg|
  cape town|durban|pretoria|kabul|kandahar|herat|karachi|lahore|islamabad|rawalpindi|peshawar|quetta|faisalabad|mumbai|bombay|delhi|new delhi|bangalore|bengaluru|hyderabad|
  chennai|madras|kolkata|calcutta|ahmedabad|pune|jaipur|gujarat|punjab|kerala|tamil nadu|maharashtra|dhaka|chittagong|colombo|kathmandu|yangon|rangoon|mandalay|bangkok|phuket|
  hanoi|ho chi minh|saigon|da nang|phnom penh|vientiane|kuala lumpur|penang|johor|singapore|jakarta|surabaya|bandung|medan|bali|manila|cebu|davao|beijing|peking|
  shanghai|guangzhou|canton|shenzhen|tianjin|chongqing|chengdu|wuhan|xian|hangzhou|nanjing|suzhou|dalian|qingdao|shenyang|harbin|jinan|xiamen|fujian|fuzhou|ningbo|guangdong|
  zhejiang|jiangsu|shandong|sichuan|hubei|hunan|henan|hebei|yunnan|hainan|shanxi|shaanxi|liaoning|jilin|xinjiang|tibet|macau|taipei|kaohsiung|tokyo|osaka|kyoto|nagoya|yokohama|
  kobe|fukuoka|sapporo|hiroshima|seoul|busan|pusan|incheon|pyongyang|rason|sinuiju|wonsan|sydney|melbourne|brisbane|perth|adelaide|canberra|auckland|wellington|
  queensland|victoria|tasmania|mexico city|ciudad de mexico|guadalajara|monterrey|tijuana|culiacan|sinaloa|jalisco|sonora|havana|habana|santiago|buenos aires|cordoba|rosario|
  sao paulo|rio de janeiro|brasilia|salvador|bogota|medellin|cali|barranquilla|cartagena|caracas|maracaibo|lima|quito|guayaquil|la paz|santa cruz|asuncion|montevideo|panama city|
  san salvador|tegucigalpa|managua|guatemala city|kingston|nassau|port au prince|santo domingo`;

/** Names of countries that are more often something else in the name of a company. */
const NOT_PLACES = new Set('man jersey union states united kingdom republic islands island saint'.split(' '));

export interface Place {
  /** a country's code, `~` and the name for a part of the world, or a city's name */
  readonly key: string;
  /** how many words of the name it takes */
  readonly words: number;
}

interface Node {
  readonly next: Map<string, Node>;
  key?: string;
}

let root: Node | undefined;

function places(): Node {
  if (root) return root;
  root = { next: new Map() };
  const plant = (name: string, key: string): void => {
    const words = toWords(name);
    const only = words.length === 1 ? words[0]!.text : '';
    if (words.length === 0 || words.length > 4 || NOT_PLACES.has(only)) return;
    if (only !== '' && only.length < 4 && !ADJECTIVES.includes(only)) return;
    let node = root!;
    for (const { text } of words) {
      let next = node.next.get(text);
      if (!next) node.next.set(text, (next = { next: new Map() }));
      node = next;
    }
    node.key ??= key;
  };
  for (const list of split(REGIONS)) for (const name of regionNames(list)) plant(name, `~${list}`);
  for (const line of split(ADJECTIVES)) {
    const [code, names] = line.split(':') as [string, string];
    for (const name of names.split(' ')) plant(name, code);
  }
  for (const language of LANGUAGES) {
    for (const [code, names] of Object.entries(countries.getNames(language, { select: 'all' }))) {
      for (const name of names) plant(name, code);
    }
  }
  for (const city of split(CITIES)) plant(city, city);
  return root;
}

const split = (list: string): string[] => list.split('|').map((item) => item.trim());

/** `europe european` are two names; `middle east` is one. */
const regionNames = (list: string): string[] =>
  /^(middle|far|latin|north|south|central) /.test(list) ? [list] : list.split(' ');

/** The place that is named from word `at` on, the longest one, or undefined. */
export function placeAt(words: readonly Word[], at: number): Place | undefined {
  let node: Node | undefined = places();
  let found: Place | undefined;
  for (let i = at; i < words.length; i++) {
    node = node.next.get(words[i]!.text);
    if (!node) break;
    if (node.key !== undefined) found = { key: node.key, words: i - at + 1 };
  }
  return found;
}

export const isRegion = (key: string): boolean => key.startsWith('~');
