import { PUBLIC_PAGES } from '@sw/domain/prices/public-pages';
import { describe, expect, it } from 'vitest';
import { createStructuredData, toScriptJson } from './structured-data.ts';
import { descriptionOf } from './words.ts';

const origin = 'https://signals.example';

describe('what a public page says of itself', () => {
	it.each(PUBLIC_PAGES)('$path: a trail and a data set with all that they must have', (page) => {
		const [crumbs, data] = createStructuredData({ page, origin, from: '2026-06-30T13:30:00Z', time: '2026-06-30T15:00:00Z' });
		expect(crumbs).toMatchObject({
			'@type': 'BreadcrumbList',
			itemListElement: [
				{ '@type': 'ListItem', position: 1, item: `${origin}/top` },
				{ '@type': 'ListItem', position: 2, name: page.title, item: origin + page.path },
			],
		});
		expect(data).toMatchObject({ '@type': 'Dataset', name: page.title, url: origin + page.path });
		const { description } = data as { description: string };
		expect(description.length).toBeGreaterThanOrEqual(50);
		expect(description.length).toBeLessThan(5_000);
	});

	it('says nothing of data that is not there', () => {
		expect(PUBLIC_PAGES.slice(0, 1).flatMap((page) => createStructuredData({ page, origin, from: null, time: null }))).toHaveLength(1);
	});

	it('describes each in words of its own', () => {
		const all = PUBLIC_PAGES.map(({ title, tables: [{ category }] }) => descriptionOf(title, category));
		expect(new Set(all).size).toBe(all.length);
	});

	it('cannot end its own element', () => {
		expect(toScriptJson({ a: '</script><script>' })).toBe('{"a":"\\u003c/script>\\u003cscript>"}');
	});
});
