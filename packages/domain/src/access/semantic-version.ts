/** Semantic versions without build metadata: 1.2.3, 1.2.3-rc.1. */

const VERSION = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-([\da-z-]+(?:\.[\da-z-]+)*))?$/i;

export function isVersion(text: string): boolean {
	return VERSION.test(text);
}

/** Compares by semantic versioning's precedence: negative if `first` is lower, positive if it is higher. Throws for invalid versions. */
export function compareVersions(first: string, second: string): number {
	const [a, b] = [VERSION.exec(first), VERSION.exec(second)];
	if (!a || !b) throw new Error(`${a ? second : first} isn't a semantic version, such as 1.2.3 or 1.2.3-rc.1.`);
	for (const part of [1, 2, 3]) if (a[part] !== b[part]) return Number(a[part]) - Number(b[part]);
	if (a[4] === undefined || b[4] === undefined) return Number(b[4] !== undefined) - Number(a[4] !== undefined);
	return comparePreRelease(a[4].split('.'), b[4].split('.'));
}

/**
 * Compares pre-release identifiers. Numeric identifiers are compared as numbers and are lower than alphanumeric ones. A list is lower than the same list with
 * more identifiers.
 */
function comparePreRelease(first: readonly string[], second: readonly string[]): number {
	for (const [at, left] of first.entries()) {
		const right = second[at];
		if (right === undefined) return 1;
		if (left === right) continue;
		const [isLeftNumeric, isRightNumeric] = [/^\d+$/.test(left), /^\d+$/.test(right)];
		if (isLeftNumeric && isRightNumeric) return Number(left) - Number(right);
		if (isLeftNumeric !== isRightNumeric) return isLeftNumeric ? -1 : 1;
		return left < right ? -1 : 1;
	}
	return first.length - second.length;
}
