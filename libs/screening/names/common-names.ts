import { foldSpelling } from './spelling';

/**
 * Given and family names that very many people bear, from several parts of the world. That two people share one
 * of them says less than that they share a rare name. Spellings are folded, so that one entry stands for several.
 */
const NAMES = `
mohammed mohammad muhammad mohamed mohamad muhamad ahmed ahmad mahmoud mahmud mahmood ali hassan hasan hussein husain hussain husayn ibrahim abdullah abdallah abdul abd abdel
rahman rahim karim aziz omar umar osman uthman othman khalid khaled saleh salih said saeed sayed yusuf yousef yousuf youssef ismail mustafa mostafa moustafa kamal jamal jamil
nasser nasir hamid hamed hamad khan shah jan gul mir din khalil habib rashid rasheed salim salem samir amir tariq tarek walid bilal faisal fahd sultan sulaiman suleiman
musa issa isa idris yahya zakaria jafar reza hadi mahdi mehdi abbas akbar iqbal hussaini hosseini ahmadi mohammadi haji abu bakr bakar malik qasim kassim fatima aisha maryam zainab
khadija ayesha bibi begum
aleksandr alexander aleksandar alexandr alexei aleksei sergei sergey vladimir dmitry dmitri andrei andrey ivan nikolai nikolay mikhail igor oleg viktor victor yuri yury
pavel petr boris anatoly evgeny yevgeny maksim roman vasily alexey konstantin vyacheslav viacheslav valery vitaly oleksandr volodymyr serhiy andriy olga elena irina natalia
tatiana tatyana svetlana anna maria ekaterina marina galina lyudmila ivanov petrov sidorov kuznetsov smirnov popov
john james robert michael william david richard joseph thomas charles christopher daniel paul mark george steven kenneth edward brian ronald anthony kevin jason peter
martin frank henry jack mary patricia linda barbara elizabeth jennifer susan margaret sarah karen nancy lisa betty helen smith johnson brown jones miller davis wilson moore
taylor anderson jackson white harris martin thompson williams
hans peter karl klaus wolfgang michael thomas andreas stefan jurgen muller schmidt schneider fischer weber meyer wagner jean pierre michel jacques philippe francois louis
marie martin bernard dubois giuseppe giovanni antonio mario luigi francesco marco paolo rossi
jose juan luis carlos manuel miguel francisco pedro antonio jesus alejandro jorge ricardo fernando eduardo roberto rafael javier daniel ramon mario julio victor alberto sergio
angel enrique raul diego andres garcia rodriguez martinez hernandez lopez gonzalez gonzales perez sanchez ramirez torres flores rivera gomez diaz reyes cruz morales ortiz
gutierrez chavez ramos ruiz alvarez castillo vasquez mendoza castro fernandez jimenez moreno romero herrera medina aguilar vargas guerrero munoz rojas guzman salazar maria
rosa ana silva santos oliveira souza sousa pereira costa ferreira almeida joao paulo
kim lee ri yi pak park choi choe jong jung chong kang cho jo yun yoon jang chang im lim han song sin shin so seo kwon hwang an ahn ryu yu hong chon jon ko go mun son pae no ro
wang li zhang liu chen yang huang zhao wu zhou xu sun ma zhu hu guo he lin gao luo wei ming jun hua wen ping hong jian guo
nguyen tran le pham hoang phan vu vo dang bui do ho ngo duong van thi minh duc hung
kumar singh sharma gupta patel das ram lal devi rao reddy prasad
`;

const COMMON: ReadonlySet<string> = new Set(NAMES.trim().split(/\s+/).map(foldSpelling));

export const isCommonName = (folded: string): boolean => COMMON.has(folded);
