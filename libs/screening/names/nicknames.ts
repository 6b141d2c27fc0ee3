import { foldSpelling } from './spelling';

/** Transliterations and close relatives of one name. */
const SPELLINGS = `
muhammad mohammed mohammad mohamed mohamad muhammed mahomed mohamud muhamad mochammad maxamed mohd md mhd muhammet mehmed mehmet muxammad magomed mukhammad
ahmed ahmad achmad axmed akhmed akhmad ahmet akhmat ahmadu amadou
hussein hussain husain husayn hossein hosein hoseyn hussien huseyin husein xuseen khusein gusein houcine hocine hoossein
hassan hasan hassen xasan khasan hacen
yusuf yousef yousuf youssef yusef yosef yusup yusif yussuf youcef
ibrahim ebrahim ibragim ibrahima brahim
osama usama oussama
osman othman uthman usman ousmane cusmaan cuthman
omar umar omer cumar oumar
said saeed saied sayeed saidu
khalid khaled halid
abdullah abdallah abdulla abdalla abdellah abdoulaye cabdullahi abdullahi abdulloh
sulaiman suleiman suleyman soleiman sulayman souleymane
musa mousa moussa muse
issa isa eissa
ismail ismael esmail ismayil ismoil
yahya yehia yahia
mustafa mostafa moustafa mustapha moustapha
mahmoud mahmud mahmood maxamud
noor nour nur nor nuur
din deen eddin
daoud dawood dawud daud davud
abdul abdel abdal abd abdol abdoul cabdi
rahman rehman raxman rakhman
aleksandr aleksandar oleksandr alexander alexandr alexandros aliaksandr
aleksei alexei alexey aleksey oleksii oleksiy aliaksei
sergei sergey serhiy serhii siarhei sergej
vladimir volodymyr wladimir uladzimir
dmitry dmitri dmitrii dmytro dimitri dzmitry
andrei andrey andriy andrii
nikolai nikolay mykola mikalai
mikhail mykhailo mykhaylo mihail
evgeny evgenii yevgeny yevgeniy yevhen ievgen yauhen
yuri yury yurii iurii jurij iouri yuriy iuri
pavel pavlo
petr pyotr petro
georgy georgii georgiy heorhii
konstantin kostyantyn constantine
vasily vasilii vasyl vasiliy
vyacheslav viacheslav vjaceslav
fyodor fedor fedir
grigory grigori hryhoriy grigorii
anatoly anatoliy anatolii
valery valeriy valerii
vitaly vitaliy vitalii
gennady gennadiy gennadii hennadiy
elena yelena olena jelena
natalia natalya nataliya nataliia
tatiana tatyana tetiana tetyana
olga olha
irina iryna
svetlana svitlana
lyudmila liudmila ludmila
yulia yuliya iuliia
ekaterina yekaterina
fatima fatma fatimah fatemeh fatoumata
aisha ayesha aicha aysha
khadija hadija khadijah
zainab zeinab zaynab zeynep
yasser yasir yaser
gaddafi qaddafi kadhafi qadhafi gadhafi kaddafi khadafi
qasim kassim qassem kasim ghasem ghassem kacem gasim
bashar bachar
tariq tarek tareq tarik
rashid rasheed rachid
saif seif sayf saeif
ayman aiman
zhou chow chou
lee yi ri rhee li
park pak bak
choi choe
jung jong chung chong jeong
chang jang
cho jo
kang gang
roh noh no ro
`;

/** Names, what people who bear them are called, and what the name is in other languages. */
const NICKNAMES = `
vyacheslav viacheslav slava
anatoly anatoliy tolya
irina irene irena ira
lyudmila lyuda lyusya
yusuf yousef yousuf youssef yusef joseph iosif josef yosef jose giuseppe jozef yusup yusif yussuf youcef
ibrahim ebrahim abraham avraham ibragim ibrahima brahim
sulaiman suleiman suleyman soleiman solomon salomon shlomo sulayman souleymane
musa mousa moussa moses moshe muse
daoud dawood dawud david daud davud dawit
alexander aleksandr aleksandar oleksandr alexandre alessandro alejandro alexandros aleksander sasha alex aliaksandr sandro
alexei aleksei alexey oleksii oleksiy alyosha aliaksei
sergei sergey serhiy serhii sergio serge siarhei sergej
vladimir volodymyr wladimir vladimirs uladzimir volodya vova
dmitry dmitri dmitrii dmytro dimitri dima dzmitry dimitrios dimitar
andrei andrey andriy andrii andrew andreas andre andrea andres andrzej andrej andy andras anders ondrej
nikolai nikolay mykola nicholas nicolas nikolaos nick nicola kolya nikola miklos niklas mikalai
mikhail mykhailo michael michel miguel michele mihail mihai mikael misha mike mick mickey michal mikhael mihaly mykhaylo
evgeny evgenii yevgeny yevgeniy yevhen ievgen eugene eugen eugenio zhenya jenya yauhen
yuri yury yurii iurii jurij iouri yuriy iuri
pavel pavlo paul paulo pablo paolo pal pasha pauls
petr pyotr petro peter pedro pierre pietro pete piotr petar petros boutros butrus
ivan john juan jean johann johannes jan giovanni joao hans jon ion ian sean johnny jack yan ioannis yannis vanya janos jens johan
georgy georgii georgiy george jorge georg giorgio georges jerzy gheorghe georgios giorgi yegor egor heorhii
konstantin kostyantyn constantine kostya konstantinos costas constantin
vasily vasilii vasyl basil vassilis vasiliy vasil
viktor victor vitya vittorio
stepan stephen steven steve stefan stephan stefano esteban etienne istvan stefanos
fyodor fedor theodore theodor teodoro ted teddy fedir teodor fyodor
lev leo leon
yakov jacob jakob james jim jimmy jaime diego santiago jacques giacomo jakub yaakov yaqub yaqoub
grigory grigori hryhoriy gregory greg grigorii gregorio
leonid lenya leonidas
ilya ilia ely elias elijah ilias eli
timofey timothy tim
matvey matthew matt matthias mateo matteo mathieu mateusz matthieu matthaus
luka luke lucas lukas luca
mark marc marco marcus markus marek marcos
william bill billy will willy liam wilhelm guillermo guillaume willem guglielmo vilhelm
robert bob bobby rob robbie roberto bert ruprecht
richard dick rick ricky rich ricardo riccardo
charles charlie chuck carlos karl carl carlo karel charly
edward ed eddie ted eduardo edouard eduard edgar ned teddy
thomas tom tommy tomas tomasz tommaso
joseph joe joey jozef jose pepe giuseppe beppe
anthony tony antonio anton antoine antonius toni antoni
daniel dan danny daniele danilo
benjamin ben benny bibi benji binyamin benyamin benjamim
barack barak
samuel sam sammy shmuel
lawrence larry laurence lorenzo laurent laurens lars
henry harry hank enrique henri heinrich enrico hendrik heinz henrik
francis frank francisco francesco francois franz paco frankie pancho ferenc
frederick fred freddy frederik federico frederic friedrich fritz fredrik fryderyk
louis luis luigi ludwig lou louie lewis ludovic
philip phil philippe felipe filippo filip
christopher chris cristobal christoph christophe kristof kit topher
christian kristian cristian
alfred alf alfredo fred
albert al bert alberto albrecht
arthur art arturo artur
walter walt wally
raymond ray ramon raimund
ronald ron ronnie
donald don donny
kenneth ken kenny
gerald gerry jerry
leonard leo len lenny leonardo
nathaniel nathan nate
patrick pat paddy patricio
jeffrey jeff geoffrey geoff
zachary zach zack
maximilian max maxim maksim maxime
rafael raphael raffaele rafa
vincent vince vincenzo vicente vinnie
elizabeth liz beth betty lisa eliza elisabeth isabel isabelle elisabetta bess lizzie yelizaveta elizaveta libby
margaret maggie meg peggy margarita marguerite margherita greta rita
catherine kate katie kathy katherine ekaterina yekaterina katarina catalina katya kathleen caterina katerina
mary maria marie miriam maryam mariam marija molly
anna ann anne ana hannah annie anya hanna
helen elena helena olena helene yelena ellen eleni jelena alena
natalia natalya nataliya natasha nathalie nataliia
tatiana tatyana tanya tetiana tetyana
svetlana svitlana sveta
sofia sophia sophie sofya sofiya
julia yulia yuliya julie juliya iuliia giulia
eugenia yevgenia evgenia evgeniya
victoria viktoria viktoriya vicky
alexandra aleksandra oleksandra sandra alessandra sasha
susan sue susie suzanne susana susanna
rebecca becky rebeca
deborah debbie debra
jennifer jenny jen
patricia pat patty tricia
barbara barb barbie varvara
dorothy dot dottie dorothea
theresa teresa therese terry tereza
`;

const spellingGroups = groups(SPELLINGS);
const nicknameGroups = groups(NICKNAMES);

/** Group numbers by folded name. */
function groups(table: string): ReadonlyMap<string, readonly number[]> {
  const byName = new Map<string, number[]>();
  table
    .trim()
    .split('\n')
    .forEach((line, group) => {
      for (const name of new Set(line.split(' ').map(foldSpelling))) {
        const known = byName.get(name);
        if (known) known.push(group);
        else byName.set(name, [group]);
      }
    });
  return byName;
}

const NONE: readonly number[] = [];

/** The groups of transliterations that a folded name belongs to. */
export const spellingsOf = (folded: string): readonly number[] => spellingGroups.get(folded) ?? NONE;

/** The groups of short forms and of other languages' forms that a folded name belongs to. */
export const formsOf = (folded: string): readonly number[] => nicknameGroups.get(folded) ?? NONE;

export function shareGroup(a: readonly number[], b: readonly number[]): boolean {
  return a.length > 0 && b.length > 0 && a.some((group) => b.includes(group));
}
