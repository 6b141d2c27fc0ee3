import type { CustomerProfile } from '@probity/contracts/customers/profile';
import { ageOn } from './dates';
import { birthProblem, nameProblem } from './identity-problems';
import { given, type KycCheck, present, right } from './kyc-check';
import { usableDocuments } from './kyc-document-checks';

/** From this age, a person can be a customer without a legal guardian. */
export const FULL_AGE = 18;

/** Returns the checks of a person, except the checks of the documents. */
export function individualChecks(profile: CustomerProfile, day: string): KycCheck[] {
  const { full_name, date_of_birth, address } = profile;
  const checks = [
    present('name', 'full_name', given(full_name), 'full name'),
    present('date_of_birth', 'date_of_birth', given(date_of_birth), 'date of birth'),
    present('nationality', 'nationality', given(profile.nationality), 'nationality'),
    present('address_country', 'address.country', given(address?.country), 'country of the address'),
    present(
      'identifier',
      'identity_documents',
      given(profile.tax_id) || usableDocuments(profile).length > 0,
      'an identity document with its number, or a tax id,',
    ),
    right('customer_type_fields', 'customer_type', corporateField(profile), 'the profile has no fields of a company'),
  ];
  if (given(full_name)) {
    checks.push(right('name_plausible', 'full_name', nameProblem(full_name), 'the name is plausible for a person'));
  }
  if (given(date_of_birth)) {
    const problem = birthProblem(date_of_birth, day);
    checks.push(right('date_of_birth_plausible', 'date_of_birth', problem, 'the date of birth is plausible'));
    if (!problem) checks.push(fullAge(date_of_birth, day));
  }
  return checks;
}

function fullAge(dateOfBirth: string, day: string): KycCheck {
  const age = ageOn(dateOfBirth, day);
  const problem = age < FULL_AGE ? `the customer is ${age} years old; the minimum age is ${FULL_AGE}` : undefined;
  return right('age', 'date_of_birth', problem, `the customer is ${age} years old`);
}

/** Finds a field that only a company has. A person may have a business name and an industry. */
function corporateField({ registration_no, beneficial_owners, business_name, full_name }: CustomerProfile) {
  if (given(registration_no)) return 'the customer is a person but has a registration number (registration_no)';
  if (beneficial_owners.length > 0) return 'the customer is a person but has beneficial owners (beneficial_owners)';
  if (given(business_name) && !given(full_name))
    return 'the customer is a person but has a business name and no full name';
  return undefined;
}
