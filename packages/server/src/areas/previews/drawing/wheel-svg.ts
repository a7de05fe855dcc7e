import { HUB_LINE, pointAt, RIM, sliceAngles } from '@sw/domain/signals/wheel/geometry';
import { anchorAt } from '@sw/domain/signals/wheel/label';
import { mergedPaths } from '@sw/domain/signals/wheel/merge';
import type { Tone, WheelModel } from '@sw/domain/signals/wheel/model';
import { COLOURS, SHADES } from './colours.ts';
import { escapeXml } from './svg-text.ts';

const TONE: Readonly<Record<Tone, string>> = {
	short: COLOURS.red,
	long: COLOURS.green,
	volume: COLOURS.volume,
	sum: COLOURS.sum,
};
const LABEL_GAP = 7;
const NAMES = {
	price_short: 'Price',
	price_long: 'Price',
	call_with_put: 'C+P',
	volume: 'Vol',
	call_without_put_long: 'C−P',
	call_without_put_short: 'C−P',
} as const;

/** A wheel in the units of its view box, centred on 0, 0, with a text in its middle. */
export const wheelSvg = (wheel: WheelModel, centre: string): string => {
	const cells = mergedPaths(wheel).map(({ kind, tone, depth, d }) => {
		if (kind === 'unlit') return `<path fill="${COLOURS.track}" d="${d}"/>`;
		if (kind === 'absent') return `<path fill="none" stroke="${COLOURS.muted}" stroke-width="0.8" stroke-dasharray="2.5 2.5" d="${d}"/>`;
		const colour = TONE[tone ?? 'sum'];
		return `<path fill="${colour}" fill-opacity="${SHADES[(depth ?? 1) - 1]}" stroke="${colour}" stroke-width="0.5" d="${d}"/>`;
	});
	const labels = wheel.slices.map(({ key }, i) => {
		const { x, y } = pointAt(sliceAngles(i, wheel.slices.length).middle, RIM + LABEL_GAP);
		return `<text x="${x}" y="${y + 3}" font-size="9" fill="${COLOURS.muted}" text-anchor="${anchorAt(x)}">${NAMES[key]}</text>`;
	});
	return [
		...cells,
		`<circle r="${HUB_LINE}" fill="${COLOURS.surface}" stroke="${COLOURS.line}"/>`,
		`<text y="4.5" font-size="13" font-weight="700" fill="${COLOURS.ink}" text-anchor="middle">${escapeXml(centre)}</text>`,
		...labels,
	].join('');
};
