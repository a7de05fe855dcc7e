import { expect, it } from 'vitest';
import { accountFieldsOfGrant, type GroupRule, strongestGrant } from './claims.ts';

const RULES: readonly GroupRule[] = [
	{ group: 'traders', grant: 'premium' },
	{ group: 'Größe & Co', grant: 'pro' },
	{ group: 'operators', grant: 'admin' },
	{ group: 'guests', grant: 'user' },
];

it.each([
	[['traders'], 'premium'],
	[['traders', 'Größe & Co'], 'pro'],
	[['operators', 'traders'], 'admin'],
	[['guests', 'traders'], 'premium'],
	[['guests'], 'user'],
	[['Traders', 'others'], undefined],
	[[], undefined],
])('%j gives %s', (groups, grant) => {
	expect(strongestGrant(groups, RULES)).toBe(grant);
});

it('gives the rule for every user to those in no group', () => {
	expect(strongestGrant([], [...RULES, { group: '*', grant: 'basic' }])).toBe('basic');
});

it('takes the role of administrators from all others, and leaves licences that it does not grant', () => {
	expect(accountFieldsOfGrant('admin')).toEqual({ role: 'admin' });
	expect(accountFieldsOfGrant('user')).toEqual({ role: 'user' });
	expect(accountFieldsOfGrant('pro')).toEqual({ role: 'user', license: 'pro', licenseExpires: null });
});
