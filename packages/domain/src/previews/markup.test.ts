import { describe, expect, it } from 'vitest';
import { createEmbedUrl, frameHtml, pictureHtml } from './markup.ts';

const AT = 'https://signals.example';

describe('a ticker on other sites', () => {
	it('has an address that says no more than it must', () => {
		expect(createEmbedUrl(AT, 'wheel', { id: 7, tab: 'extreme_rise', theme: 'auto' })).toBe(`${AT}/embed/wheel/7.svg`);
		expect(createEmbedUrl(AT, 'card', { id: 7, tab: 'free', theme: 'dark' })).toBe(`${AT}/embed/card/7?tab_type=free&theme=dark`);
	});

	it('is written so that no name breaks out of its attribute', () => {
		expect(pictureHtml(`${AT}/?a&b`, '"><script>')).toBe(`<img src="${AT}/?a&amp;b" alt="&quot;&gt;&lt;script&gt;" loading="lazy">`);
		expect(frameHtml(AT, "it's")).toBe(
			`<iframe src="${AT}" width="320" height="400" title="it&apos;s" loading="lazy" style="border:0"></iframe>`,
		);
	});
});
