import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { escapeXml } from '@sw/domain/previews/markup';
import { createWheelModel } from '@sw/domain/signals/wheel/model';
import { strategyNamed } from '@sw/domain/time/timeframe';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawCard, type PreviewCard } from './card-svg.ts';
import { COLOURS, DEPTH_OPACITY, SCHEMES } from './colours.ts';
import { drawPng } from './picture-cache.ts';
import { estimateWidth, fitText } from './svg-parts.ts';

const CARD: PreviewCard = {
	title: 'Top Gainers',
	subtitle: 'Day',
	asOf: Date.UTC(2026, 5, 30, 15, 45),
	source: 'Simulated market',
	rows: [
		{ symbol: 'AZO', name: 'Arrow & Sons <Holding>', change: 0.1234 },
		{ symbol: 'BRK.B', name: '', change: -0.05 },
	],
	message: 'There is no data yet.',
	site: 'signals.example',
};
const wheel = {
	rate: 96,
	model: createWheelModel([{ sector: 'price', operation: 'short', intersections: [5, 0, null] }], strategyNamed('first'), 'short'),
};

function sizeOf(png: Buffer): number[] {
	return [png.readUInt32BE(16), png.readUInt32BE(20)];
}

describe('the picture of a table', () => {
	const svg = drawCard(CARD);

	it('says title, time, source and the first rows with their changes', () => {
		for (const words of [
			'Top Gainers',
			'>Day<',
			'As of 06/30/2026 11:45 AM ET · Simulated market',
			'>AZO<',
			'+12.3%',
			'−5.0%',
			'signals.example',
		])
			expect(svg).toContain(words);
		expect(svg).not.toContain('There is no data yet.');
		expect(svg).not.toContain('<Holding>');
		expect(drawCard(CARD)).toBe(svg);
	});

	it('has as many rows as there is room for', () => {
		const rows = Array.from({ length: 9 }, (_, i) => ({ symbol: `T${i}`, name: '', change: i }));
		expect(drawCard({ ...CARD, rows }).match(/<line /g)).toHaveLength(5);
	});

	it('without rows or time says why', () => {
		const empty = drawCard({ ...CARD, rows: [], asOf: null });
		expect(empty).toContain('There is no data yet.');
		expect(empty).not.toContain('As of');
		expect(empty).not.toContain('%');
	});

	it('is a PNG of 1200x630, drawn with letters of its own', async () => {
		const png = await drawPng(svg);
		expect(sizeOf(png)).toEqual([1200, 630]);
		expect(png.equals(await drawPng(svg))).toBe(true);
		expect(png.equals(await drawPng(svg.replace('Top Gainers', 'Top Losers')))).toBe(false);
	});
});

describe('the picture of a ticker', () => {
	it('is its wheel with the rate in the middle', () => {
		const svg = drawCard({ ...CARD, title: 'AZO', rows: [], wheel, message: 'Rated for a fall' });
		for (const words of ['>96<', 'Rated for a fall', `fill="${COLOURS.red}" fill-opacity="1"`, 'stroke-dasharray', COLOURS.track])
			expect(svg).toContain(words);
	});
});

describe('text in a picture', () => {
	it('is drawable whatever a name holds', async () => {
		const nasty = fc.string({ unit: 'binary', maxLength: 40 });
		await fc.assert(
			fc.asyncProperty(nasty, nasty, async (title, name) => {
				const rows = [{ symbol: 'A', name, change: 0 }];
				expect(sizeOf(await drawPng(drawCard({ ...CARD, title, rows })))).toEqual([1200, 630]);
			}),
			{ numRuns: 12 },
		);
		expect(escapeXml('a<b>&"\'\u0000\ud800')).toBe('a&lt;b&gt;&amp;&quot;&apos;\ufffd');
	});

	it('is cut where there is no room', () => {
		fc.assert(
			fc.property(fc.string({ maxLength: 80 }), fc.integer({ min: 40, max: 900 }), (text, room) => {
				const cut = fitText(text, 30, room);
				expect(estimateWidth(cut, 30) <= room || cut === '…').toBe(true);
				if (estimateWidth(text, 30) <= room) expect(cut).toBe(text);
			}),
		);
	});
});

it('the colours are those of the screens', () => {
	const css = readFileSync(join(import.meta.dirname, '../../../../../web/src/styles/tokens.css'), 'utf8');
	for (const [name, dark] of Object.entries(SCHEMES.dark)) {
		const light = SCHEMES.light[name as keyof typeof SCHEMES.light];
		expect(new RegExp(`--${name}: light-dark\\((#\\w+), (#\\w+)\\)`).exec(css)?.slice(1)).toEqual([light, dark]);
	}
	expect(DEPTH_OPACITY.map((shade) => `${Math.round(shade * 100)}%`)).toEqual(
		[...css.matchAll(/--shade-\d: (\d+%)/g)].map(([, shade]) => shade),
	);
});
