import type { KeyScope } from '@sw/domain/access/api-key';

/** The words of personal keys. */
export const keysWords = {
	title: 'Keys',
	intro:
		'A key lets a program of yours call as you: lists for a script, prices for a notebook. It opens what your licence opens, never the account itself.',
	unconfirmed: 'Confirm your address first.',
	docs: 'What can be called',
	none: 'There is no key yet.',
	table: 'Keys of the account',
	name: 'Name',
	nameHint: 'What it is for, so that you know later which one to revoke',
	scopesLabel: 'It may',
	scopes: {
		'lists:read': 'read lists, tickers and their history',
		'account:read': 'read your filters, searches, messages and orders',
		'filters:write': 'change filters, freeze and star',
	} as const satisfies Record<KeyScope, string>,
	days: 'Ends after',
	daysOf: (days: string) => (days === '365' ? 'a year' : `${days} days`),
	make: 'Make a key',
	made: (name: string) => `The key ${name}`,
	once: 'Copy it now: it is kept as a hash and not shown again.',
	ends: 'Ends',
	ended: 'ended',
	used: 'Last used',
	never: 'never',
	revoke: 'Revoke',
	revokeNamed: (name: string) => `Revoke the key ${name}`,
	revokeDetail: 'Programs that have it are refused from now on.',
	revokeSure: 'Revoke',
} as const;
