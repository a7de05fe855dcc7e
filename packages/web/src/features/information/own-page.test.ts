import { describe, expect, it } from 'vitest';
import { readOwnPage } from './own-page.ts';

const ORIGIN = 'https://signals.example';

function read(text: string) {
	return readOwnPage(text, ORIGIN, { title: 'Terms of use', description: 'What is promised.' });
}

function body(text: string): string {
	return read(`# T\n\n${text}`).html.replace('<h1>T</h1>\n', '').trim();
}

describe("an operator's own page", () => {
	it('has its heading as title, its first paragraph as description, and its text as HTML', () => {
		const page = read(
			'\n# Terms *of* `use` &amp; more\r\n\r\n## Who\r\n\r\nWe, **AT&T** &mdash; [here](/faq),\nare\\\nwe.\r\n\r\n- one\n- two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n',
		);
		expect(page.title).toBe('Terms of use & more');
		expect(page.description).toBe('We, AT&T — here, are we.');
		expect(page.html).toContain('<h1>Terms <em>of</em> <code>use</code> &amp; more</h1>');
		for (const part of ['<h2>Who</h2>', '<strong>AT&amp;T</strong> &mdash;', '<li>one</li>', '<td>2</td>'])
			expect(page.html).toContain(part);
	});

	it('has one h1, wherever else the text has headings of the first rank', () => {
		const { html } = read('# One\n\n# Two\n\nThree\n===\n\n> # Four\n\n- # Five\n\n## Six\n');
		expect(html.match(/<h1>/g)).toHaveLength(1);
		expect([...html.matchAll(/<h2>(\w+)/g)].map(([, word]) => word)).toEqual(['Two', 'Three', 'Four', 'Five', 'Six']);
	});

	it('says the usual where it has no words of its own, and cuts a long description after a word', () => {
		expect(read('# Only')).toMatchObject({ title: 'Only', description: 'What is promised.' });
		expect(read('# ![](x.png)').title).toBe('Terms of use');
		const { description } = read(`# Long\n\n${'word '.repeat(100)}`);
		expect(description).toMatch(/^(word )+…$/);
		expect(description.length).toBeLessThanOrEqual(202);
	});

	it.each([
		'<script>alert(1)</script>',
		'<img src=x onerror=alert(1)>',
		'Before <b onclick="x()">bold</b> after',
		'<pre><img src=x onerror=alert(1)</pre>\n\n<style>h1{}</style>',
		'<!-- <iframe src="x"> -->',
		'<div>\n\n<svg/onload=alert(1)>\n\n</div>',
		'- <form><input></form>\n\n| <a href="x"> | b |\n|---|---|\n| <i>c</i> | d |',
		'`<u>` and\n\n```html"><u>\n<u>\n```',
		'&lt;script&gt;',
		'![<b>](x "<b>") [<b>](/x "<b>")',
	])('shows HTML as text: %j', (text) => {
		const html = body(text);
		const names = [...html.matchAll(/<\/?([a-z]+\d?)/gi)].map(([, name]) => name);
		const own = ['p', 'code', 'pre', 'ul', 'li', 'table', 'thead', 'tbody', 'tr', 'th', 'td'];
		// The answer contains only elements that Markdown itself produces.
		expect(names.filter((name) => !own.includes(name ?? '') && name !== 'a')).toEqual([]);
		expect(html).toContain('&lt;');
		expect(html).not.toMatch(/<[^>]*\bon\w+=/i);
	});

	it.each([
		['[a](https://other.example/x?a=1&amp;b=2)', '<a href="https://other.example/x?a=1&amp;b=2" rel="external noreferrer">a</a>'],
		['[a](//other.example)', '<a href="//other.example" rel="external noreferrer">a</a>'],
		['<https://other.example>', '<a href="https://other.example" rel="external noreferrer">https://other.example</a>'],
		['[a](/faq#x "t")', '<a href="/faq#x">a</a>'],
		['[a](https://signals.example/faq)', '<a href="https://signals.example/faq">a</a>'],
		['[*a*](mailto:desk@example.com)', '<a href="mailto:desk@example.com"><em>a</em></a>'],
		['![Logo](/logo.png)', '<a href="/logo.png">Logo</a>'],
		// No HTML entity for a colon makes it a scheme.
		['[a](javascript&colon;x)', '<a href="javascript&amp;colon;x">a</a>'],
		['[x]: /faq\n\n[a][x]', '<a href="/faq">a</a>'],
	])('leads by %s', (text, html) => {
		expect(body(text)).toBe(`<p>${html}</p>`);
	});

	it.each([
		'[a](javascript:alert(1))',
		'[a](JaVaScRiPt:alert(1))',
		'[a](jav&#97;script:alert(1))',
		'[a](jav&#x61;script&#58;alert(1))',
		'[a](<java\tscript:alert(1)>)',
		'[a](data:text/html,x)',
		'[a](vbscript:x)',
		'[a](file:///etc/passwd)',
		'![a](javascript:alert(1))',
		'[a](https://[)',
	])('does not lead by %j', (text) => {
		expect(body(text)).toBe('<p>a</p>');
	});

	it('shows tasks without fields', () => {
		expect(body('- [x] done\n- [ ] open')).toMatch(/☑ done[\s\S]*☐ open/);
	});
});
