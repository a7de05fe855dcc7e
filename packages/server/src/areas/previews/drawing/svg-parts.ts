import { escapeXml } from '@sw/domain/previews/markup';
import { anchorAt, HUB_LINE, pointAt, RIM, sliceAngles } from '@sw/domain/signals/wheel/geometry';
import { mergePaths } from '@sw/domain/signals/wheel/merge';
import type { Tone, WheelModel } from '@sw/domain/signals/wheel/model';
import { shortName } from '@sw/domain/signals/wheel/words';
import { COLOURS, type Colours, DEPTH_OPACITY } from './colours.ts';

const LABEL_GAP = 7;

/**
 * Draws a wheel as SVG elements in the units of its view box, centred on 0, 0. `centreText`: text in the middle. The classes are for the page of an embed,
 * which hatches the cells if the system forces its own colours.
 */
export function drawWheel(wheel: WheelModel, centreText: string, colours: Colours = COLOURS): string {
	const tones = createTones(colours);
	const cells = mergePaths(wheel).map(({ kind, tone, depth, d }) => {
		if (kind === 'unlit') return `<path class="unlit" fill="${colours.track}" d="${d}"/>`;
		if (kind === 'absent') return `<path fill="none" stroke="${colours.muted}" stroke-width="0.8" stroke-dasharray="2.5 2.5" d="${d}"/>`;
		const colour = tones[tone ?? 'sum'];
		return `<path class="lit ${tone}-${depth}" fill="${colour}" fill-opacity="${DEPTH_OPACITY[(depth ?? 1) - 1]}" stroke="${colour}" stroke-width="0.5" d="${d}"/>`;
	});
	const labels = wheel.slices.map((slice, i) => {
		const { x, y } = pointAt(sliceAngles(i, wheel.slices.length).middle, RIM + LABEL_GAP);
		return `<text x="${x}" y="${y + 3}" font-size="9" fill="${colours.muted}" text-anchor="${anchorAt(x)}">${shortName(slice)}</text>`;
	});
	return [
		...cells,
		`<circle r="${HUB_LINE}" fill="${colours.surface}" stroke="${colours.line}"/>`,
		`<text y="4.5" font-size="13" font-weight="700" fill="${colours.ink}" text-anchor="middle">${escapeXml(centreText)}</text>`,
		...labels,
	].join('');
}

function createTones({ red, green, either, volume, sum }: Colours): Readonly<Record<Tone, string>> {
	return {
		short: red,
		either,
		long: green,
		volume,
		sum,
	};
}

/** Approximate widths of Inter's letters relative to the font size: capitals and digits, and others. */
const WIDE = 0.68;
const NARROW = 0.56;

/** Estimates the width of a text, in the unit of `size`. The estimate tends to be too large. */
export function estimateWidth(text: string, size: number): number {
	return [...text].reduce((sum, letter) => sum + (/[A-Z0-9%@&WMm]/.test(letter) ? WIDE : NARROW), 0) * size;
}

/** Shortens a text with '…' if it is wider than `maxWidth`. */
export function fitText(text: string, size: number, maxWidth: number): string {
	if (estimateWidth(text, size) <= maxWidth) return text;
	const letters = [...text];
	while (letters.length > 0 && estimateWidth(`${letters.join('')}…`, size) > maxWidth) letters.pop();
	return `${letters.join('').trimEnd()}…`;
}
