/** `active` rules raise alerts, `shadow` rules only record evidence, `disabled` ones are not evaluated. */
export const RULE_MODES = ['active', 'shadow', 'disabled'] as const;
