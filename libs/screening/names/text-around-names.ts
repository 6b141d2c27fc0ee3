/** Words of payments and addresses: a name that has one of them is a text that may have a name in it. */
const WORDS_OF_TEXTS = [
  'payment payments paid pay invoice inv bill order purchase salary wages rent fee fees charge charges gift donation loan',
  'contract agreement dated refund advance deposit instalment installment transfer remittance tuition freight voyage',
  'account acc acct iban swift bic ref reference passport behalf attn attention c/o branch subsidiary project',
  'street road avenue boulevard lane strasse strase str plaza calle rue via ulitsa box floor suite building',
  'zahlung rechnung miete gehalt konto vertrag paiement facture loyer salaire compte contrat pago factura alquiler',
  'inn tin vat',
  'оплата оплате договор договору счет счёт счету зарплата аренда перевод возврат инн ул улица',
].flatMap((line) => line.split(' '));

const escaped = WORDS_OF_TEXTS.map((word) => word.replace(/[/.]/g, String.raw`\$&`));
const WORD_OF_TEXT = new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${escaped.join('|')})(?![\p{L}\p{N}])`, 'iu');
const LONG_NUMBER = /\d{4}/;

/** Whether this is a text or an address rather than only a name. */
export const isText = (name: string): boolean => LONG_NUMBER.test(name) || WORD_OF_TEXT.test(name);

/** Numbers of accounts, invoices and documents, each with the word before it, and marks such as `c/o`. */
export const PADDING =
  /(?<![\p{L}\p{N}])(?:(?:account|acc|acct|a\/c|iban|inn|tin|vat|ref|reference|inv|invoice|passport|order|po box|p\.o\. box|swift|bic|инн|счет)[\s.:#№]*(?:no\.?|nr\.?|number|№)?[\s.:#]*)?(?=[\p{L}\p{N}/-]*\d)[\p{L}\p{N}/-]{3,}(?![\p{L}\p{N}])|(?<![\p{L}\p{N}])(?:c\/o|attn\.?|on behalf of)(?![\p{L}\p{N}])/giu;
