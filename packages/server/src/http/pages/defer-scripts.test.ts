import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { deferScripts } from './render.ts';

const PAGE = [
	'<html><head><link rel="stylesheet" href="/assets/a.css"/>',
	'<link rel="modulepreload" href="/assets/main.js" fetchPriority="low" nonce="N"/>',
	'<link rel="modulepreload" href="/assets/page.js" fetchPriority="low" nonce="N"/>',
	'<script type="application/ld+json">{"a":1}</script></head>',
	'<body><p>Text</p><script nonce="N">self.kept=1</script>',
	'<script type="module" async="" src="/assets/main.js" nonce="N"></script></body></html>',
].join('');

/** Runs the page's last script in a browser of which only these few things are known; `frames` are what waits for the first picture. */
function opened(html: string, hidden: boolean) {
	const script = [...html.matchAll(/<script nonce="N">([\s\S]*?)<\/script>/g)].at(-1)?.[1] ?? '';
	const added: object[] = [];
	const frames: (() => void)[] = [];
	runInNewContext(script, {
		document: { hidden, createElement: (tag: string) => ({ tag }), head: { append: (element: object) => added.push({ ...element }) } },
		requestAnimationFrame: (act: () => void) => frames.push(act),
		setTimeout: (act: () => void) => act(),
	});
	return { added, frames };
}

const LOADED = [
	{ tag: 'link', rel: 'modulepreload', href: '/assets/main.js' },
	{ tag: 'link', rel: 'modulepreload', href: '/assets/page.js' },
	{ tag: 'script', type: 'module', async: true, src: '/assets/main.js' },
];

describe('scripts behind the first picture', () => {
	it('names no script that a browser fetches while it reads the page, and keeps all else', () => {
		const html = deferScripts(PAGE, 'N');
		expect(html).not.toContain('<link rel="modulepreload"');
		expect(html).not.toMatch(/<script[^>]*src=/);
		for (const kept of [
			'<link rel="stylesheet" href="/assets/a.css"/>',
			'{"a":1}',
			'<script nonce="N">self.kept=1</script>',
			'<p>Text</p>',
		])
			expect(html).toContain(kept);
	});

	it('fetches them all once the page has been painted', () => {
		const { added, frames } = opened(deferScripts(PAGE, 'N'), false);
		expect(added).toEqual([]);
		for (const frame of frames) frame();
		expect(added).toEqual(LOADED);
	});

	it('fetches them at once in a hidden page, which is painted once it is visible', () => {
		expect(opened(deferScripts(PAGE, 'N'), true).added).toEqual(LOADED);
	});

	it('leaves a page alone that has no script of the application', () => {
		const plain = '<html><body><script nonce="N">1</script><script type="module" src="/@vite/client"></script></body></html>';
		expect(deferScripts(plain, 'N')).toBe(plain);
	});
});
