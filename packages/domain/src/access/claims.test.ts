import { expect, it } from 'vitest';
import { type ClaimPath, readClaim } from './claims.ts';

const CLAIMS = {
	groups: ['traders', 'operators'],
	role: 'operators',
	realm_access: { roles: ['traders', 7, null, { name: 'nested' }] },
	resource_access: { 'signals.example.com': { roles: ['pro'] } },
	'https://example.com/groups': ['by address'],
	'urn:roles': { operators: { org: 'x' }, traders: false },
	memberships: [{ team: 'a' }, { team: ['b', 'c'] }, 'd'],
	is_admin: true,
	empty: [],
};

it.each<[ClaimPath, string[]]>([
	['groups', ['traders', 'operators']],
	['role', ['operators']],
	['realm_access.roles', ['traders', '7']],
	[['resource_access', 'signals.example.com', 'roles'], ['pro']],
	['https://example.com/groups', ['by address']],
	['urn:roles', ['operators']],
	['memberships.team', ['a', 'b', 'c']],
	['is_admin', ['true']],
	['empty', []],
	['missing', []],
	['groups.missing', []],
	['role.length', []],
	['constructor.name', []],
	['__proto__', []],
	[[], Object.keys(CLAIMS)],
])('%j has %j', (path, values) => {
	expect(readClaim(CLAIMS, path)).toEqual(values);
});
