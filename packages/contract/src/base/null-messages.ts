/** Messages about missing or null values, in a file without schemas because the typed client uses them, too. */

export function mustBeDefinedMessage(field: string): string {
	return nullMessage(field, 'must be defined and ');
}

export function cannotBeNullMessage(field: string): string {
	return nullMessage(field, '');
}

function nullMessage(field: string, requirement: string): string {
	return `The parameter ${field} ${requirement}cannot be null.`;
}
