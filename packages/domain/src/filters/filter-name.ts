export const FILTER_NAME_LENGTH = 100;
export const FILTER_COMMENT_LENGTH = 2_000;

/** Removes leading, trailing and repeated whitespace. */
export function normalizeName(name: string): string {
	return name.normalize('NFC').trim().replaceAll(/\s+/g, ' ');
}

/** Returns the key of a name. Names of one owner must have different keys: case and compatibility characters are ignored. */
export function filterNameKey(name: string): string {
	return normalizeName(name).normalize('NFKC').toLowerCase();
}
