/** Where a provider's token holds the groups of its user: names separated by dots, or a list of names where names themselves contain dots. */
export type ClaimPath = string | readonly string[];

type Claims = Readonly<Record<string, unknown>>;

/**
 * The texts at a path of a token. Lists on the way are searched in each of their objects. An object at the end counts as its keys, because some
 * providers send roles as `{"operators": {...}}`.
 */
export function claimValues(claims: Claims, path: ClaimPath): string[] {
	const names = typeof path === 'string' ? (Object.hasOwn(claims, path) ? [path] : path.split('.')) : path;
	const found = names.reduce<unknown>(step, claims);
	return isClaims(found) ? Object.keys(found).filter((key) => found[key] !== false && found[key] !== null) : textsOf(found);
}

function step(value: unknown, name: string): unknown {
	if (Array.isArray(value)) return value.flatMap((one) => step(one, name) ?? []);
	return isClaims(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

function textsOf(value: unknown): string[] {
	if (Array.isArray(value)) return value.flatMap(textsOf);
	if (typeof value === 'string') return [value];
	return typeof value === 'number' || typeof value === 'boolean' ? [String(value)] : [];
}

function isClaims(value: unknown): value is Claims {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
