/** Messages about missing or null values, in a file without schemas because the typed client uses them, too. */

export function mustBeDefined(field: string): string {
	return cannot(field, 'must be defined and ');
}

export function cannotBeNull(field: string): string {
	return cannot(field, '');
}

function cannot(field: string, more: string): string {
	return `The parameter ${field} ${more}cannot be null.`;
}
