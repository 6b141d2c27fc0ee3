import type { CustomerProfile } from '@probity/contracts/customers/profile';
import { nameProblem } from './identity-problems';
import { given, type KycCheck, present, right } from './kyc-check';
import { asPercent, isMoreThanAll, isPublicBody, knownShare, shareOf } from './ownership';

/** Returns the checks of a company, except the checks of its documents. */
export function corporateChecks(profile: CustomerProfile): KycCheck[] {
  const { business_name, registration_no, address, nationality, industry_type, beneficial_owners } = profile;
  const country = given(address?.country) || given(nationality);
  const checks = [
    present('name', 'business_name', given(business_name), 'business name'),
    present('registration_no', 'registration_no', given(registration_no), 'registration number'),
    present('address_country', 'address.country', country, 'country of the address or of registration'),
    present('nature_of_business', 'industry_type', given(industry_type), 'nature of the business'),
    ownersNamed(profile),
    right('customer_type_fields', 'customer_type', personalField(profile), 'the profile has no fields of a person'),
  ];
  if (given(business_name)) {
    const problem = nameProblem(business_name);
    checks.push(right('name_plausible', 'business_name', problem, 'the name is plausible for a company'));
  }
  if (beneficial_owners.length > 0) checks.push(...ownersIdentified(profile), ownershipShares(profile));
  return checks;
}

function ownersNamed(profile: CustomerProfile): KycCheck {
  const field = 'beneficial_owners';
  if (isPublicBody(profile)) {
    const detail = 'a listed company or public body needs no beneficial owner';
    return { check: 'beneficial_owners', field, result: 'pass', detail };
  }
  const named = profile.beneficial_owners.some((owner) => given(owner.name));
  return present('beneficial_owners', field, named, 'a beneficial owner with a name');
}

/** A date of birth or a nationality is required, because several persons can have the same name. */
function ownersIdentified({ beneficial_owners }: CustomerProfile): KycCheck[] {
  const missing = beneficial_owners.findIndex(
    ({ name, date_of_birth, nationality }) => !given(name) || (!given(date_of_birth) && !given(nationality)),
  );
  const field = missing === -1 ? 'beneficial_owners' : `beneficial_owners[${missing}]`;
  return [present('owners_identified', field, missing === -1, 'name and date of birth or nationality of each owner')];
}

function ownershipShares({ beneficial_owners }: CustomerProfile): KycCheck {
  const invalid = beneficial_owners.findIndex((owner) => shareOf(owner) === 'invalid');
  if (invalid !== -1) {
    const field = `beneficial_owners[${invalid}].ownership_share`;
    return right('ownership_shares', field, 'the share is not a decimal number from 0 to 100', '');
  }
  const sum = knownShare(beneficial_owners);
  const problem = isMoreThanAll(sum) ? `the shares add up to ${asPercent(sum)}, which is more than 100 %` : undefined;
  return right('ownership_shares', 'beneficial_owners', problem, `the given shares add up to ${asPercent(sum)}`);
}

/** Finds a field that only a person has. A company may name a contact person (full_name) beside its own name. */
function personalField({ date_of_birth, occupation, full_name, business_name }: CustomerProfile) {
  if (given(date_of_birth)) return 'the customer is a company but has a date of birth (date_of_birth)';
  if (given(occupation)) return 'the customer is a company but has an occupation (occupation)';
  if (given(full_name) && !given(business_name))
    return 'the customer is a company but has the name of a person (full_name) and no business name';
  return undefined;
}
