import { foldSpelling } from './spelling';

/**
 * Words that many companies share, by what they mean; the words of a line mean the same in several languages.
 * They say little about which company it is, but another one in their place says that it is another company.
 */
const LINES = `
group groupe gruppe grupo gruppo grup grupa gruppa koncern concern konzern
holding holdings holdinggesellschaft kholding
international internationale internacional internazionale internationaal mezhdunarodnyi mezhdunarodnaya uluslararasi intl
global worldwide
national nationale nacional nazionale natsionalnyi natsionalnaya milli melli
general generale generali
bank banks banco banca banque banka bankasi banking bankhaus
trust trusts
fund funds fonds fondo fond
foundation fondation fundacion fundacao fondazione stiftung vakfi
capital kapital
finance financial financiere finanz finanzas financiera finans finansovaya
invest investment investments investissement investissements inversiones investicionnaya yatirim
insurance assurance assurances seguros versicherung versicherungen sigorta assicurazioni strahovanie
credit kredit
leasing lizing
savings sparkasse
securities
equity
asset assets
real
estate realty immobilier immobilien inmobiliaria immobiliare nedvizhimost
property properties
trade trading commerce commercial comercial commerciale handel handels torg torgovlya torgovyi torgovaya ticaret ticari tijarat
import imports
export exports
industry industries industrial industrie industriel industrielle industria industrias sanayi promyshlennost promyshlennaya
manufacturing manufacture manufacturers fabrika fabrik fabrica zavod
factory
production productions produktion proizvodstvo
product products produkte productos
engineering ingenieria ingenierie ingegneria inzhiniring muhendislik
construction constructions construcciones construcoes costruzioni stroi stroitelstvo stroitelnaya bau insaat
building builders
development developments desarrollo razvitie
design
technology technologies technologie technologia tecnologia tecnologias tehnologii tekhnologii teknoloji technik tech
system systems systeme sistemas sistemi sistemy
solution solutions soluciones
software
computer computers computing
data
digital
electronic electronics elektronik electronique electronica elektronika
electric electrical electricity elektrik electricite electricidad
energy energie energia energiya enerji energetika
power
oil petroleum petrol neft petroleos petrole
gas gaz
petrochemical petrochemicals petrochimie petroquimica
chemical chemicals chemie chimie quimica quimicos himiya khimiya kimya
pharmaceutical pharmaceuticals pharma farma pharmacie farmaceutica
medical medicine medizin medica
health healthcare sante salud gesundheit
hospital clinic klinik clinica
mining mine mines mineria minera madencilik
mineral minerals
metal metals metall metaux
steel stahl acier acero stal
iron
aluminium aluminum
gold
diamond diamonds
coal
cement cemento
agro agriculture agricultural agricola agraria agrar tarim selskohozyaistvennaya
food foods alimentos alimentaire alimentari gida
farm farms
transport transports transportation transportes trasporti transportnaya nakliyat tasimacilik
logistic logistics logistik logistica logistique lojistik logistika
shipping schiffahrt
ship ships vessel
marine maritime maritima denizcilik
navigation navegacion
port ports
air airways airlines airline aero avia aviation aviacion aviatsiya havacilik lineas
aircraft
airport
aerospace
space
railway railways ferrocarriles
railroad railroads
road roads
auto automobile automobiles automotive automobil otomotiv avto
motor motors motoren
machine machines machinery maschinen makina
tool tools
equipment
material materials
water wasser
telecom telecommunication telecommunications telekom telekommunikation telecomunicaciones
communication communications kommunikation comunicaciones
media
network networks
broadcasting
television tv
radio
news
press
publishing publishers
research recherche forschung
science sciences wissenschaft nauka
scientific
institute institut instituto istituto
university universitat universite universidad universita universitet
academy academie academia akademie akademiya
school
college
center centre zentrum centro tsentr merkez
laboratory laboratories labor laboratorium laboratoire
service services servicio servicios servizi dienste servis
consulting consultants consultancy consultoria consult danismanlik
management
marketing
advisory advisors advisers
legal
law
partner partners
associates
association associacion asociacion associazione verein assotsiatsiya
union unione soyuz
federation federatsiya
alliance
league
society
club
committee comite komitet
council
commission
ministry ministerio ministere ministerium ministerstvo
government gobierno gouvernement
department departement departamento
agency agence agencia agentur agentstvo
office
bureau
organization organisation organizacion organizzazione organizatsiya
corps
army
force forces
party
front
movement
brigade
enterprise enterprises entreprise entreprises empresa empresas impresa predpriyatie isletmeleri
venture ventures
business businesses
work works werke
shop store stores market markets
retail
wholesale
hotel hotels
tourism turismo turizm tourisme
travel
restaurant restaurants
sport sports
film films
music
art arts
textile textiles tekstil textil
fashion
security
defense defence
military
nuclear
supply supplies
distribution distributors distribuidora distribuciones
support
exchange
mortgage
loan
partnership
cooperative cooperativa kooperativ
joint
stock
state estatal
public
private
federal
central zentral centrale
first
united unidos vereinigte
new nuevo nouveau neue novyi
great grand gran
royal
north northern nord norte sever
south southern sud sur
east eastern ost est vostok
west western ouest oeste zapad
social
economic economico economique
cultural culture cultura kultur
educational education educacion
`;

/** Words that join others and say nothing themselves. */
const LINKS =
  'and the of for in at on by to und der die das des dem den fur von et le la les l de du d y el los las del da do dos das e il lo gli i della delle dei di al og och ve i na po dlya za s v o oe van het een a an';

const CLASSES: ReadonlyMap<string, string> = new Map(
  LINES.trim()
    .split('\n')
    .flatMap((line) => line.split(' ').map((word) => [foldSpelling(word), foldSpelling(line.split(' ')[0]!)] as const)),
);

const LINK_WORDS: ReadonlySet<string> = new Set(LINKS.split(' '));

/** What a word that many companies share means, as one word for all languages; undefined for other words. */
export const businessMeaning = (folded: string): string | undefined => CLASSES.get(folded);

export const isLinkWord = (text: string): boolean => LINK_WORDS.has(text);
