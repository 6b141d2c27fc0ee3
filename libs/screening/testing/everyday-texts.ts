/** A hundred texts of payments that name no one on a list. */
export const EVERYDAY_TEXTS = `
Salary March 2026
SALARY 03/2026 THANK YOU
Wages week 14
Rent April flat 12b
Rent and utilities May, 2nd floor
Monthly rent Mrs Baker
Invoice 2231
INV-2026-00417 consulting services March
Payment of invoice no. 88123, thank you for your business
Order 443-1120098-2213 books
Card settlement
Card payment 4711 supermarket Main Street
ATM withdrawal Central Station
Groceries
School fees term 2
Tuition summer semester 2026
Kindergarten contribution June
Pocket money for Anna
Birthday present for grandma
Happy birthday, love mum and dad
Wedding gift Sarah and Tom
Dinner on Friday
Lunch money
Pizza and cinema
Shared taxi to the airport
Flight tickets Lisbon
Hotel booking 3 nights London
Holiday deposit Greece
Car insurance annual premium
Health insurance 2026/04
Life insurance policy 99-123456
Mortgage instalment 17 of 240
Loan repayment
Credit card bill February
Transfer to savings account
Transfer between own accounts
Standing order electricity
Electricity and gas second quarter
Water bill 1st quarter
Internet and phone May
Mobile contract 0176 5550100
Netflix subscription
Gym membership monthly fee
Football club annual membership
Donation to the animal shelter
Donation church roof
Refund order 7781
Refund of the deposit, apartment Park Road 5
Tax refund 2025
Tax prepayment second quarter
Dentist bill Dr Miller
Doctor visit
Pharmacy
Physiotherapy ten sessions
Plumber repair kitchen
Painter living room, second half
Cleaning office June
Office supplies
Server hosting and domain renewal
Software licence renewal 2026
Advertising campaign spring
Marketing services April as agreed
Freight charges container MSKU 123456-7
Shipping costs order 5521
Transport of furniture
Customs duty shipment 88
Purchase of office furniture
Machine parts as per contract 12/2025
Construction work first instalment
Consulting agreement dated 1 March 2026
Legal fees case 2025-118
Notary fees purchase of house
Real estate agent commission
Training course project management
Conference ticket Berlin
Travel expenses January, customer visit
Expenses report 0312
Bonus 2025
Dividend payment second half
Interest on deposit
Reimbursement of travel costs
Correction of booking 4417
Gehalt Maerz 2026
Miete April Wohnung 4
Strom und Gas Abschlag Mai
Rechnung Nr. 20260417 vielen Dank
Geburtstagsgeschenk fuer Oma
Kindergeld
Versicherung Auto Jahresbeitrag
Loyer avril appartement 3
Virement salaire mars
Facture 2026-118 merci
Cotisation annuelle club de tennis
Alquiler mayo piso 2
Pago factura 5567 gracias
Nomina marzo
Affitto maggio
Stipendio aprile 2026
Оплата по счету 118 за услуги
Зарплата за март
`
  .trim()
  .split('\n');
