import type { KeyScope } from '@sw/domain/access/api-key';

/** Texts of personal keys. */
export const keysWords = {
	title: 'API keys',
	intro:
		'Use a key to read lists and prices from your own scripts and notebooks. It has the rights of your licence, but can’t change your account.',
	unconfirmed: 'Confirm your e-mail address first.',
	docs: 'API reference',
	none: 'No API keys yet.',
	table: 'API keys of the account',
	name: 'Name',
	nameHint: 'Helps you recognize the key later',
	scopesLabel: 'Permissions',
	scopes: {
		'lists:read': 'read lists, tickers and history',
		'account:read': 'read your filters, searches, messages and orders',
		'filters:write': 'change filters, frozen list and favourites',
	} as const satisfies Record<KeyScope, string>,
	days: 'Expires after',
	daysOf: (days: string) => (days === '365' ? '1 year' : `${days} days`),
	create: 'Create key',
	created: (name: string) => `Key ${name}`,
	shownOnce: 'Copy it now. It won’t be shown again.',
	ends: 'Expires',
	ended: 'expired',
	lastUsed: 'Last used',
	never: 'never',
	revoke: 'Revoke',
	revokeNamed: (name: string) => `Revoke key ${name}`,
	revokeDetail: 'Programs using this key lose access immediately.',
	revokeConfirm: 'Revoke',
} as const;
