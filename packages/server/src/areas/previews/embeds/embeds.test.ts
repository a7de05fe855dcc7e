import { createWheelModel } from '@sw/domain/signals/wheel/model';
import { strategyNamed } from '@sw/domain/time/timeframe';
import { tickerId } from '@sw/domain/time/units';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawPng } from '../drawing/picture-cache.ts';
import { createOembed, drawWheelPicture, formatOembedXml, renderCardPage } from './embed-handlers.ts';
import type { EmbeddedTicker } from './embedded-ticker.ts';

const ORIGIN = 'https://signals.example';
const SHOWN: EmbeddedTicker = {
	id: tickerId(7),
	symbol: 'BRK.B',
	name: 'Arrow & Sons <Holding>',
	tab: 'extreme_rise',
	rate: 96,
	candidate: 'candidate to fall',
	wheel: createWheelModel([{ sector: 'price', operation: 'short', intersections: [5, 0, null] }], strategyNamed('first')),
	timeframe: '1h',
	report: Date.UTC(2026, 5, 30, 15, 45),
	stale: false,
	source: 'Simulated market',
	simulated: true,
};

describe('content embedded in other sites', () => {
	it('says of when it is, whose, and whether that is simulated or old', () => {
		for (const draw of [drawWheelPicture, (ticker: EmbeddedTicker, theme: 'auto') => renderCardPage(ticker, theme, ORIGIN)]) {
			const usual = draw(SHOWN, 'auto').text;
			expect(usual).toContain('Report of 06/30/2026 11:45 AM ET');
			expect(usual).toContain('Simulated market');
			expect(usual).not.toContain('Stale');
			expect(draw({ ...SHOWN, stale: true, source: 'Replay' }, 'auto').text).toContain(
				'Replay · Simulated market · Stale: last traded slot',
			);
			expect(draw({ ...SHOWN, source: 'Files', simulated: false }, 'auto').text).not.toContain('Simulated');
		}
	});

	it('is well-formed and without markup of its own, whatever a name holds', async () => {
		const nasty = fc.oneof(
			fc.string({ unit: 'binary', maxLength: 40 }),
			fc.constantFrom('</title><script>alert(1)</script>', '"><img onerror=x>', "' onload='x", ']]>', '&lt;', '--><svg onload=x>'),
		);
		const tags = (text: string): string[] => text.match(/<[^>]*>/g) ?? [];
		const plain = { ...SHOWN, symbol: 'A', name: 'A' };
		await fc.assert(
			fc.asyncProperty(nasty, nasty, async (symbol, name) => {
				const shown = { ...SHOWN, symbol, name };
				const { text } = drawWheelPicture(shown, 'light');
				expect(tags(text)).toEqual(tags(drawWheelPicture(plain, 'light').text));
				expect(tags(renderCardPage(shown, 'auto', ORIGIN).text)).toEqual(tags(renderCardPage(plain, 'auto', ORIGIN).text));
				const { html } = createOembed(shown, ORIGIN, 'auto', {});
				expect(tags(html)).toHaveLength(2);
				expect(tags(formatOembedXml(createOembed(shown, ORIGIN, 'auto', {})))).toEqual(
					tags(formatOembedXml(createOembed(plain, ORIGIN, 'auto', {}))),
				);
				expect((await drawPng(text)).readUInt32BE(16)).toBe(236);
			}),
			{ numRuns: 20 },
		);
	});

	it('hatches each kind of lit cell if the system forces its own colours', () => {
		const wheel = createWheelModel(
			[
				{ sector: 'price', operation: 'short', intersections: [5, 0, null] },
				{ sector: 'volume', operation: null, intersections: [2, 2, 1] },
			],
			strategyNamed('first'),
			'short',
		);
		const { text, style } = renderCardPage({ ...SHOWN, wheel }, 'auto', ORIGIN);
		const [, forced = ''] = style.split('@media (forced-colors:active)');
		for (const cell of ['short-5', 'volume-1', 'volume-2']) {
			expect(forced).toContain(`.${cell}{fill:url(#hatch-${cell})}`);
			expect(text.match(new RegExp(`<pattern id="hatch-${cell}"`, 'g'))).toHaveLength(1);
			expect(text).toContain(`<path class="lit ${cell}"`);
		}
		expect(text.match(/<pattern /g)).toHaveLength(3);
	});

	it('leads to the page of the ticker on the tab that is shown', () => {
		expect(renderCardPage(SHOWN, 'auto', ORIGIN).text).toContain(`<a href="${ORIGIN}/ticker/7" target="_blank" rel="noopener">`);
		expect(renderCardPage({ ...SHOWN, tab: 'free' }, 'auto', ORIGIN).text).toContain(`${ORIGIN}/ticker/7?tabType=free`);
	});
});
