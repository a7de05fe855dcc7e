import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fitText } from './channel-request.ts';

const LINK = 'https://example.com/messages/1';

it('keeps a text that fits', () => {
	expect(fitText({ title: 'A', body: 'B', url: LINK }, 100, (title, body) => `${title}\n${body}`)).toBe('A\nB');
});

it('cuts the body first, at whole characters, and keeps the link', () => {
	const format = (title: string, body: string): string => `${title}|${body}|${LINK}`;
	expect(fitText({ title: 'Title', body: '😀'.repeat(50), url: LINK }, 60, format)).toBe(`Title|${'😀'.repeat(11)}…|${LINK}`);
	expect(fitText({ title: 'T'.repeat(90), body: 'body', url: LINK }, 60, format)).toBe(`${'T'.repeat(27)}…||${LINK}`);
});

it('is never longer than allowed, by any measure and with any escaping', () => {
	const measures = [(text: string) => text.length, (text: string) => Buffer.byteLength(text)];
	fc.assert(
		fc.property(
			fc.string({ unit: 'binary' }),
			fc.string({ unit: 'binary', maxLength: 400 }),
			fc.integer({ min: 80, max: 200 }),
			fc.nat(1),
			(title, body, limit, which) => {
				const size = measures[which] as (text: string) => number;
				const fitted = fitText(
					{ title, body, url: LINK },
					limit,
					(a, b) => `${a.replaceAll('&', '&amp;')}\n${b.replaceAll('&', '&amp;')}\n${LINK}`,
					size,
				);
				expect(size(fitted)).toBeLessThanOrEqual(limit);
				expect(fitted.endsWith(LINK)).toBe(true);
				expect(fitted.isWellFormed()).toBe(title.isWellFormed() && body.isWellFormed() ? true : fitted.isWellFormed());
			},
		),
	);
});
