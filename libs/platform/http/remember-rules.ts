import { getMetadataStorage } from 'class-validator';

type Storage = ReturnType<typeof getMetadataStorage>;
type Rules = ReturnType<Storage['getTargetValidationMetadatas']>;

/**
 * Lets class-validator remember the rules of each class. It would look through the rules of all classes of the process
 * for each object that it validates, so the time for a posting would grow with the number of routes. The rules of a
 * class do not change once its decorators have run. Calls with groups, which Probity does not use, are not remembered.
 */
export function rememberRules(storage: Storage): void {
  const rulesOf = storage.getTargetValidationMetadatas.bind(storage);
  const group = storage.groupByPropertyName.bind(storage);
  const remembered = new WeakMap<object, Map<unknown, Rules>>();
  const grouped = new WeakMap<Rules, ReturnType<typeof group>>();

  storage.getTargetValidationMetadatas = (target, schema, always, strictGroups, groups) => {
    if (always || strictGroups || groups) return rulesOf(target, schema, always, strictGroups, groups);
    const ofTarget = remembered.get(target) ?? new Map<unknown, Rules>();
    const known = ofTarget.get(schema); // of a nested object: the class that has it
    if (known) return known;
    const rules = rulesOf(target, schema, always, strictGroups, groups);
    remembered.set(target, ofTarget.set(schema, rules));
    return rules;
  };
  storage.groupByPropertyName = (rules) => {
    const known = grouped.get(rules);
    if (known) return known;
    const fields = group(rules);
    grouped.set(rules, fields);
    return fields;
  };
}
