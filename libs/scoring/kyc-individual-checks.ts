import type { CustomerProfile } from '@probity/contracts/customers/profile';
import { ageOn } from './dates';
import { birthProblem, nameProblem } from './identity-problems';
import { given, type KycCheck, present, right } from './kyc-check';
import { usableDocuments } from './kyc-document-checks';

/** From this age on a person can be a customer in its own right. */
export const FULL_AGE = 18;

/** The checks of a person, other than those of its documents. */
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
    right('customer_type_fields', 'customer_type', corporateField(profile), 'the fields suit a person'),
  ];
  if (given(full_name)) {
    checks.push(right('name_plausible', 'full_name', nameProblem(full_name), 'the name can be that of a person'));
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
  const problem = age < FULL_AGE ? `the customer is ${age} years old, younger than ${FULL_AGE}` : undefined;
  return right('age', 'date_of_birth', problem, `the customer is ${age} years old`);
}

/** A person may trade under a business name and in an industry; it has no owners and is in no company register. */
function corporateField({ registration_no, beneficial_owners, business_name, full_name }: CustomerProfile) {
  if (given(registration_no)) return 'a person has a company registration number (registration_no)';
  if (beneficial_owners.length > 0) return 'a person has beneficial owners (beneficial_owners)';
  if (given(business_name) && !given(full_name)) return 'a person has a business name and no full name';
  return undefined;
}
