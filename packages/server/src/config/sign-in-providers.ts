/** Schema of the value of SIGNALWHEEL_OAUTH. Messages name a field but never its value, because the whole variable is secret. */
import { type ClaimPath, GROUP_GRANTS, type GroupRule } from '@sw/domain/access/claims';
import { z } from 'zod';

const EXPECTED_LIST = 'a JSON list of {"name", "issuer", "clientId", "clientSecret"}';

const fieldError = (name: string, rule: string) => `${EXPECTED_LIST}; each "${name}" must be ${rule}`;
const requiredText = (name: string, limit: number) =>
	z
		.string(EXPECTED_LIST)
		.min(1, fieldError(name, 'set'))
		.max(limit, fieldError(name, `at most ${limit} characters`));

const nameError = fieldError('name', 'lower-case letters, digits and hyphens, and used once');
const issuerError = fieldError('issuer', 'an https address');
const scopeError = fieldError('scope', 'names separated by spaces, with openid among them');
const claimError = fieldError('claim', 'a path such as realm_access.roles, or a list of names');
const grantsError = fieldError(
	'grants',
	`an object of groups and what each gives (${GROUP_GRANTS.join(', ')}), for example {"traders": "premium"}`,
);
const linkError = fieldError('linkByEmail', 'true or false');

const BUILT_IN = ['google', 'github'];
const GITHUB_ERROR = `${EXPECTED_LIST}; "grants" need an "issuer", which github doesn't have`;

const claimName = z.string(claimError).min(1, claimError);

const provider = z.strictObject(
	{
		name: z.string(EXPECTED_LIST).regex(/^[a-z0-9][a-z0-9-]{0,63}$/, nameError),
		label: requiredText('label', 40).optional(),
		issuer: z
			.url({ protocol: /^https?$/, error: issuerError })
			.nullable()
			.default(null),
		clientId: requiredText('clientId', 1_000),
		clientSecret: requiredText('clientSecret', 4_000),
		scope: z
			.string(scopeError)
			.regex(/^(?:\S+ )*openid(?: \S+)*$/, scopeError)
			.optional(),
		claim: z
			.union([claimName, z.array(claimName).min(1, claimError)], claimError)
			.transform((path): ClaimPath => path)
			.optional(),
		grants: z
			.record(z.string().min(1, grantsError), z.enum(GROUP_GRANTS, grantsError), grantsError)
			.refine((grants) => Object.keys(grants).length > 0, grantsError)
			.transform((grants): readonly GroupRule[] => Object.entries(grants).map(([group, grant]) => ({ group, grant })))
			.optional(),
		logout: z.boolean(fieldError('logout', 'true or false')).optional(),
		linkByEmail: z.boolean(linkError).optional(),
	},
	{
		error: ({ code, ...issue }) => (code === 'unrecognized_keys' ? `${EXPECTED_LIST}; ${String(issue['keys'])} is unknown` : EXPECTED_LIST),
	},
);

export type SignInProvider = z.output<typeof provider>;

export const signInProviders = z
	.string()
	.transform((value, context): unknown => {
		try {
			return JSON.parse(value);
		} catch {
			context.addIssue(EXPECTED_LIST);
			return z.NEVER;
		}
	})
	.pipe(z.array(provider, EXPECTED_LIST))
	.refine((providers) => new Set(providers.map(({ name }) => name)).size === providers.length, nameError)
	.refine(
		(providers) => providers.every(({ name, issuer, grants }) => issuer !== null || name !== 'github' || grants === undefined),
		GITHUB_ERROR,
	)
	.refine(
		(providers) => providers.every(({ claim, grants }) => claim === undefined || grants !== undefined),
		`${EXPECTED_LIST}; "claim" needs "grants"`,
	)
	.refine(
		(providers) => providers.every(({ name, issuer }) => issuer !== null || BUILT_IN.includes(name)),
		fieldError('issuer', `set, except for ${BUILT_IN.join(' and ')}`),
	);
