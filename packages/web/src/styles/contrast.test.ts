import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { PALETTES, type Palette } from '../lib/storage/appearance.ts';

type Tokens = Map<string, string>;
const css = readFileSync(new URL('tokens.css', import.meta.url), 'utf8');
const rules = [...css.matchAll(/([^{}]+)\{([^}]*)\}/g)].map(([, selector = '', body = '']) => ({ selector: selector.trim(), body }));

/** `light-dark(a, b)` is a in light and b in dark. Later rules win, as in the style sheet: it is written in that order. */
function tokensOf(scheme: 'dark' | 'light', palette: Palette): Tokens {
	const tokens: Tokens = new Map();
	for (const { selector, body } of rules) {
		const named = /data-palette="([\w-]+)"/.exec(selector)?.[1];
		if (named && named !== palette) continue;
		for (const [, name = '', value = ''] of body.matchAll(/--([\w-]+):\s*([^;]+);/g)) {
			const [, light = value, dark = value] = /^light-dark\((#\w{6}), (#\w{6})\)$/.exec(value) ?? [];
			tokens.set(name, scheme === 'light' ? light : dark);
		}
	}
	return tokens;
}

type Rgb = readonly number[];

function colour(tokens: Tokens, name: string): Rgb {
	const value = tokens.get(name) ?? '';
	const link = /^var\(--([\w-]+)\)$/.exec(value)?.[1];
	if (link) return colour(tokens, link);
	return [1, 3, 5].map((at) => Number.parseInt(value.slice(at, at + 2), 16));
}

/** color-mix(in srgb, over share, under) */
function mix(over: Rgb, under: Rgb, share: number): Rgb {
	return over.map((c, i) => c * share + (under[i] ?? 0) * (1 - share));
}

function contrast(a: Rgb, b: Rgb): number {
	const [low = 0, high = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
	return (high + 0.05) / (low + 0.05);
}

/** WCAG 2.2 relative luminance and contrast ratio. */
function luminance(rgb: Rgb): number {
	const [r = 0, g = 0, b = 0] = rgb.map((c) => (c / 255 <= 0.040_45 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4));
	return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

const looks = (['dark', 'light'] as const).flatMap((scheme) => PALETTES.map((palette) => [scheme, palette] as const));
const TONES = ['short', 'long', 'either', 'volume', 'sum'];

describe.each(looks)('%s, %s', (scheme, palette) => {
	const tokens = tokensOf(scheme, palette);
	const colourOf = (name: string): Rgb => colour(tokens, name);

	it('has text at 4.5:1 on everything that it stands on', () => {
		for (const ground of ['page', 'surface', 'raised']) {
			for (const ink of ['ink', 'muted', 'short', 'long', 'up', 'down'])
				expect(contrast(colourOf(ink), colourOf(ground)), `${ink} on ${ground}`).toBeGreaterThanOrEqual(4.5);
		}
		expect(contrast(colourOf('warn-ink'), colourOf('warn-fill'))).toBeGreaterThanOrEqual(4.5);
		expect(contrast(colourOf('fault'), colourOf('surface'))).toBeGreaterThanOrEqual(4.5);
	});

	it('edges what can be filled in or pressed at 3:1 on everything that it stands on', () => {
		for (const ground of ['page', 'surface', 'raised'])
			expect(contrast(colourOf('line-strong'), colourOf(ground)), `line-strong on ${ground}`).toBeGreaterThanOrEqual(3);
	});

	it('edges every lit cell at 3:1 against the gap beside it and an unlit neighbour', () => {
		for (const tone of TONES) {
			expect(contrast(colourOf(tone), colourOf('surface')), `${tone} on surface`).toBeGreaterThanOrEqual(3);
			expect(contrast(colourOf(tone), colourOf('track')), `${tone} on track`).toBeGreaterThanOrEqual(3);
		}
	});

	it('has digits at 4.5:1 on every shade of every colour', () => {
		for (const tone of TONES) {
			for (let depth = 1; depth <= 5; depth++) {
				const shade = mix(colourOf(tone), colourOf('surface'), Number.parseInt(tokens.get(`shade-${depth}`) ?? '', 10) / 100);
				const own = tone === 'sum' && (depth === 3 || depth === 5);
				const ink = own ? `on-sum-${depth}` : depth === 5 ? 'on-full' : depth === 4 ? 'on-strong' : 'on-faint';
				expect(contrast(colourOf(ink), shade), `${tone} ${depth}`).toBeGreaterThanOrEqual(4.5);
			}
		}
	});
});
