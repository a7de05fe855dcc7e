import { expect, it } from 'vitest';
import { inItsLanguage } from './in-its-language.ts';

it('says of links to the application which language they speak, and leaves the others where they are', () => {
	expect(
		inItsLanguage('<a class="x" href="/main">a</a><a href="/faq#x">b</a><link href="/favicon.svg"><a href="https://a.example/main">c</a>'),
	).toBe(
		'<a class="x" href="/main" hreflang="en">a</a><a href="/faq#x">b</a><link href="/favicon.svg"><a href="https://a.example/main">c</a>',
	);
});
