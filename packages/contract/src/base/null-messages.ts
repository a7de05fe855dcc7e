/** Messages about missing or null values. Separate from the schemas, because the typed client uses them, too. */
const cannot = (field: string, more: string): string => `The parameter ${field} ${more}cannot be null.`;
export const mustBeDefined = (field: string): string => cannot(field, 'must be defined and ');
export const cannotBeNull = (field: string): string => cannot(field, '');
