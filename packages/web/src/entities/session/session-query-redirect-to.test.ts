import { expect, it } from 'vitest';
import { redirectParameter, safeRedirect } from './session-query.ts';

it.each(['/profile', '/main?tabType=free&page=2', '/ticker/7#chart', '/'])('leads back to %s', (path) => {
	expect(safeRedirect(path)).toBe(path);
});

it.each([
	'https://evil.example/',
	'//evil.example',
	'/\\evil.example',
	'\\\\evil.example',
	'javascript:alert(1)',
	'profile',
	'',
	undefined,
	7,
	['/profile'],
	'/\tx',
	'/x\\y',
	'/auth/signin',
	'/auth/signin?redirectTo=/x',
	'/oauth/google',
	'/api/me',
	'/logout',
	'/login',
	' /x',
	'/%2e%2e//evil.example'.replace('/%2e%2e', ''),
])('leads home instead of to %j', (path) => {
	expect(safeRedirect(path)).toBe('/');
});

it('names no address for a mail where it is the home page or too long', () => {
	const longest = `/main?q=${'x'.repeat(392)}`;
	expect([longest, `${longest}x`, '/', '/profile'].map(redirectParameter)).toEqual([
		{ redirect_to: longest },
		{},
		{},
		{ redirect_to: '/profile' },
	]);
});
