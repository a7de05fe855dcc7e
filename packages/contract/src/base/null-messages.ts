export function mustBeDefined(field: string): string {
	return cannot(field, 'must be defined and ');
}

/** Messages about missing or null values. Separate from the schemas, because the typed client uses them, too. */
function cannot(field: string, more: string): string {
	return `The parameter ${field} ${more}cannot be null.`;
}

export function cannotBeNull(field: string): string {
	return cannot(field, '');
}
