import { PUBLIC_PAGES } from '@sw/domain/prices/public-pages';
import { describe, expect, it } from 'vitest';
import { createSitemap, listPaths, llmsText } from './sitemap.ts';

function answers(body: (url: string) => unknown) {
	return async ({ url }: { url: string }) => ({ status: 200, body: body(url) });
}

const LISTING = { tickers: [4, 7], time: '2026-06-30T15:00:00Z' };

describe('what search engines are to know', () => {
	it('are the pages that have something to show, and the tickers of the report', async () => {
		const paths = await listPaths(
			answers((url) => ({ shown: true, total_count: url.includes('premarket') ? 0 : 3 })),
			LISTING,
		);
		expect(paths).toEqual(expect.arrayContaining(['/', '/top', '/prices', '/about', '/stock-gainers/4h', '/ticker/4', '/ticker/7']));
		expect(paths).not.toContain('/premarket-movers');
		expect(new Set(paths).size).toBe(paths.length);
	});

	it('are no prices where those may not be shown, or cannot be read', async () => {
		expect(
			await listPaths(
				answers(() => ({ shown: false, total_count: 3 })),
				LISTING,
			),
		).toEqual(['/', '/top', '/prices', '/about', '/faq', '/privacy-policy', '/terms-of-use']);
		expect(await listPaths(async () => ({ status: 503, body: {} }), LISTING)).toEqual([
			'/',
			'/top',
			'/prices',
			'/about',
			'/faq',
			'/privacy-policy',
			'/terms-of-use',
		]);
	});

	it('are written as valid XML', () => {
		const text = createSitemap('https://a.example', ['/x?a=1&b=<2>'], '2026-06-30T15:00:00Z');
		expect(text).toContain('<loc>https://a.example/x?a=1&amp;b=&lt;2&gt;</loc><lastmod>2026-06-30T15:00:00Z</lastmod>');
		expect(createSitemap('https://a.example', ['/'], undefined)).not.toContain('lastmod');
	});

	it('name each other where they are one page in several languages', () => {
		const text = createSitemap('https://a.example', ['/', '/top'], undefined, (path) => path === '/');
		const alternates =
			'<xhtml:link rel="alternate" hreflang="en" href="https://a.example/"/><xhtml:link rel="alternate" hreflang="de" href="https://a.example/de"/>';
		expect(text).toContain(
			`<url><loc>https://a.example/</loc>${alternates}</url>\n<url><loc>https://a.example/de</loc>${alternates}</url>`,
		);
		expect(text).toContain('<url><loc>https://a.example/top</loc></url>');
		expect(text).not.toContain('/de/top');
	});

	it('include a list of pages for AI crawlers', () => {
		for (const { path, title } of PUBLIC_PAGES) expect(llmsText('https://a.example')).toContain(`[${title}](https://a.example${path})`);
	});
});
