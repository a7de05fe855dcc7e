/** What is said of a value that is missing or null. Apart from the schemas, for the typed client says it too. */
const cannot = (field: string, more: string): string => `The parameter ${field} ${more}cannot be null.`;
export const mustBeDefined = (field: string): string => cannot(field, 'must be defined and ');
export const cannotBeNull = (field: string): string => cannot(field, '');
