import { expect, it } from 'vitest';
import { localizeLinks } from './localize-links.ts';

const HTML =
	'<a class="x" href="/main">a</a><a href="/faq#x">b</a><link href="/favicon.svg"><a href="/api/docs">c</a><a href="https://a.example/main">d</a>';

it('leads to pages of its language, and leaves files, calls and other sites where they are', () => {
	expect(localizeLinks(HTML, 'de')).toBe(
		'<a class="x" href="/de/main">a</a><a href="/de/faq#x">b</a><link href="/favicon.svg"><a href="/api/docs">c</a><a href="https://a.example/main">d</a>',
	);
	expect(localizeLinks(HTML)).toBe(HTML);
});
