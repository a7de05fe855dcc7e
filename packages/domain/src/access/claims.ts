import { LICENCES, type Licence } from '../reports/licence.ts';
import type { AccountState } from './account.ts';

/** Path to the user's groups in a provider's token: names separated by dots, or a list of names where names contain dots. */
export type ClaimPath = string | readonly string[];

type Claims = Readonly<Record<string, unknown>>;

/**
 * Returns the texts at a path of a token. Along the path, each object of a list is searched. An object at the end of the path yields its keys, because some
 * providers send roles as `{"operators": {...}}`; keys with the value false or null are left out.
 */
export function readClaim(claims: Claims, path: ClaimPath): string[] {
	const names = typeof path === 'string' ? (Object.hasOwn(claims, path) ? [path] : path.split('.')) : path;
	const value = names.reduce<unknown>(stepInto, claims);
	return isClaims(value) ? Object.keys(value).filter((key) => value[key] !== false && value[key] !== null) : flattenTexts(value);
}

function stepInto(value: unknown, name: string): unknown {
	if (Array.isArray(value)) return value.flatMap((element) => stepInto(element, name) ?? []);
	return isClaims(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

function flattenTexts(value: unknown): string[] {
	if (Array.isArray(value)) return value.flatMap(flattenTexts);
	if (typeof value === 'string') return [value];
	return typeof value === 'number' || typeof value === 'boolean' ? [String(value)] : [];
}

function isClaims(value: unknown): value is Claims {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Possible grants of an identity provider's group, strongest first. `user` grants an account without changing its licence. */
export const GROUP_GRANTS = ['admin', ...LICENCES.toReversed(), 'user'] as const;
export type GroupGrant = 'admin' | Licence | 'user';

export interface GroupRule {
	/** The provider's name of the group; '*': every user. */
	readonly group: string;
	readonly grant: GroupGrant;
}

/** Returns the strongest grant of any of the groups; undefined: no account. */
export function strongestGrant(groups: readonly string[], rules: readonly GroupRule[]): GroupGrant | undefined {
	const grants = rules.filter(({ group }) => group === '*' || groups.includes(group)).map(({ grant }) => grant);
	return GROUP_GRANTS.find((grant) => grants.includes(grant));
}

/** Returns the account fields that a grant sets. */
export function accountFieldsOfGrant(grant: GroupGrant): Partial<Pick<AccountState, 'role' | 'license' | 'licenseExpires'>> {
	if (grant === 'admin') return { role: 'admin' };
	return grant === 'user' ? { role: 'user' } : { role: 'user', license: grant, licenseExpires: null };
}
