/** Geometry of mentions per interval: bars one unit wide, drawn over the usual range at their hours. */

export interface MentionBar {
	/** Null if mentions were not counted. */
	value: number | null;
	/** Usual number of mentions at the hour in which the interval begins; null if unknown. */
	usual: { low: number; mean: number; high: number } | null;
}

/** Projection of the current interval, and its standard error. */
export interface Projection {
	value: number;
	error: number;
}

/** SVG paths of the chart's parts. */
export interface MentionShapes {
	/** Number of mentions at the top of the scale. */
	top: number;
	bars: string;
	/** Intervals without a count. */
	uncounted: string;
	/** The usual range, from low to high. */
	band: string;
	mean: string;
	/** The projected rest of the last bar (dashed), and the whisker for its standard error. Empty without a projection. */
	projected: string;
	whisker: string;
}

export const HEIGHT = 100;
const GAP = 0.15;

export function mentionShapes(bars: readonly MentionBar[], projection: Projection | undefined): MentionShapes {
	const top = Math.max(
		1,
		projection ? projection.value + projection.error : 0,
		...bars.flatMap(({ value, usual }) => [value ?? 0, usual?.high ?? 0]),
	);
	const y = (value: number): number => HEIGHT - (value / top) * HEIGHT;
	const last = bars.length - 1;
	const draw = (toPath: (bar: MentionBar, at: number) => string): string => bars.map(toPath).join('');
	return {
		top,
		bars: draw(({ value }, at) => (value ? barPath(at, HEIGHT, y(value)) : '')),
		uncounted: draw(({ value }, at) => (value === null ? barPath(at, HEIGHT, HEIGHT - 4) : '')),
		band: draw(({ usual }, at) => (usual ? `M${at} ${roundHundredths(y(usual.low))}h1V${roundHundredths(y(usual.high))}h-1z` : '')),
		mean: draw(({ usual }, at) => (usual ? `M${at} ${roundHundredths(y(usual.mean))}h1` : '')),
		projected: projection && last >= 0 ? barPath(last, y(bars[last]?.value ?? 0), y(projection.value)) : '',
		whisker:
			projection && last >= 0
				? `M${last + 0.5} ${roundHundredths(y(Math.max(0, projection.value - projection.error)))}V${roundHundredths(y(projection.value + projection.error))}`
				: '',
	};
}

function roundHundredths(n: number): number {
	return Math.round(n * 100) / 100;
}

function barPath(at: number, from: number, to: number): string {
	return `M${roundHundredths(at + GAP)} ${roundHundredths(from)}h${roundHundredths(1 - 2 * GAP)}V${roundHundredths(to)}h${roundHundredths(2 * GAP - 1)}z`;
}
