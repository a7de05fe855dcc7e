import { describe, expect, it } from 'vitest';
import { openUrl, parsePush, targetPath } from './worker-push.ts';

describe('a push', () => {
	it('is shown with its title and text, once however often it comes, and leads to its message', () => {
		const text = JSON.stringify({ id: 'an-id', title: 'Rise: 2 entered', body: 'AAA, CCC', path: '/messages/7' });
		expect(parsePush(text)).toMatchObject({ title: 'Rise: 2 entered', body: 'AAA, CCC', tag: 'an-id', data: { path: '/messages/7' } });
	});

	it.each([undefined, '', 'text', 'null', '7', '[]', '{"title":7,"body":{},"path":[]}'])('of %j is shown as news', (text) => {
		expect(parsePush(text)).toMatchObject({ title: 'Signalwheel', tag: 'news', data: { path: '/messages' } });
	});

	it.each(['https://evil.example/', '//evil.example/', '/\\evil.example', 'messages', 'javascript:alert(1)', 7, undefined])(
		'never leads to %s',
		(path) => {
			expect(targetPath({ path })).toBe('/messages');
		},
	);

	it('whose data another version has made leads to the messages', () => {
		expect([targetPath(null), targetPath(undefined), targetPath('x')]).toEqual(['/messages', '/messages', '/messages']);
	});
});

describe('a click on it', () => {
	const windowsAt = (...urls: string[]) => {
		const did: string[] = [];
		const open = urls.map((url) => ({ url, focus: async () => did.push(`focus ${url}`) }));
		return { did, matchAll: async () => open, openWindow: async (url: string) => did.push(`open ${url}`) };
	};
	const HERE = 'https://signals.example/messages/7';

	it('brings the window that shows it to the front, and opens one where none does', async () => {
		const matching = windowsAt('https://signals.example/main', HERE);
		await openUrl(HERE, matching);
		const elsewhere = windowsAt('https://signals.example/main');
		await openUrl(HERE, elsewhere);
		expect([matching.did, elsewhere.did]).toEqual([[`focus ${HERE}`], [`open ${HERE}`]]);
	});
});
