import { describe, expect, it } from 'vitest';
import { pathOf, shownOf } from './worker-push.ts';

describe('a push', () => {
	it('is shown with its title and text, once however often it comes, and leads to its message', () => {
		const text = JSON.stringify({ id: 'an-id', title: 'Rise: 2 entered', body: 'AAA, CCC', path: '/messages/7' });
		expect(shownOf(text)).toMatchObject({ title: 'Rise: 2 entered', body: 'AAA, CCC', tag: 'an-id', data: { path: '/messages/7' } });
	});

	it.each([undefined, '', 'text', 'null', '7', '[]', '{"title":7,"body":{},"path":[]}'])('of %j is shown as news', (text) => {
		expect(shownOf(text)).toMatchObject({ title: 'Signalwheel', tag: 'news', data: { path: '/messages' } });
	});

	it.each(['https://evil.example/', '//evil.example/', '/\\evil.example', 'messages', 'javascript:alert(1)', 7, undefined])(
		'never leads to %s',
		(path) => {
			expect(pathOf({ path })).toBe('/messages');
		},
	);

	it('whose data another version has made leads to the messages', () => {
		expect([pathOf(null), pathOf(undefined), pathOf('x')]).toEqual(['/messages', '/messages', '/messages']);
	});
});
