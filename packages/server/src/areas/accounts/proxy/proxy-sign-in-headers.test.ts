import { expect, it } from 'vitest';
import { readProxyUser } from './proxy-sign-in.ts';

function read(headers: Record<string, string | string[]>, header = 'Remote-User') {
	const rawHeaders = Object.entries(headers).flatMap(([name, value]) => [value].flat().flatMap((one) => [name, one]));
	return readProxyUser({ rawHeaders }, header);
}

function utf8(text: string): string {
	return Buffer.from(text).toString('latin1');
}

it('reads name, address and groups beside the user', () => {
	expect(
		read({
			'remote-user': 'ann',
			'remote-email': 'ann@example.com',
			'remote-name': utf8('Änne Größe'),
			'remote-groups': `a, ${utf8('Büro 1')},,b`,
		}),
	).toEqual({ subject: 'ann', email: 'ann@example.com', name: 'Änne Größe', groups: ['a', 'Büro 1', 'b'] });
	expect(read({ 'x-forwarded-user': 'ann', 'x-forwarded-email': 'a@b.test' }, 'X-Forwarded-User')).toMatchObject({ email: 'a@b.test' });
});

it('takes a user that is an address for the address, and Latin-1 as it is', () => {
	expect(read({ 'remote-user': 'ann@example.com', 'remote-name': 'Änne' })).toMatchObject({
		email: 'ann@example.com',
		name: 'Änne',
		groups: [],
	});
	expect(read({ 'remote-user': 'ann' })).toMatchObject({ email: null });
});

it.each([
	[{}],
	[{ 'remote-user': '' }],
	[{ 'remote-user': ['ann', 'admin'] }],
	[{ 'remote-user': 'a'.repeat(257) }],
	[{ remote_user: 'ann' }],
])('finds no user in %j', (headers) => {
	expect(read(headers)).toBeUndefined();
});
