/** Geometry of mentions per interval: bars one unit wide, over the usual range at that hour. */

export interface MentionBar {
	/** null: not counted. */
	value: number | null;
	/** Usual number of mentions at the hour in which the interval begins; null if unknown. */
	usual: { low: number; mean: number; high: number } | null;
}

/** Projection of the current interval, and its standard error. */
export interface Approximated {
	value: number;
	error: number;
}

/** SVG paths of the chart's parts. */
export interface MentionShapes {
	/** Number of mentions at the top of the scale. */
	top: number;
	bars: string;
	/** Intervals without a count. */
	absent: string;
	/** The usual range, from low to high. */
	band: string;
	mean: string;
	/** The projected rest of the last bar (dashed), and the whisker of its standard error; empty without a projection. */
	rest: string;
	whisker: string;
}

export const HEIGHT = 100;
const GAP = 0.15;

export function mentionShapes(bars: readonly MentionBar[], about: Approximated | undefined): MentionShapes {
	const top = Math.max(1, about ? about.value + about.error : 0, ...bars.flatMap(({ value, usual }) => [value ?? 0, usual?.high ?? 0]));
	const y = (value: number): number => HEIGHT - (value / top) * HEIGHT;
	const last = bars.length - 1;
	const draw = (one: (bar: MentionBar, at: number) => string): string => bars.map(one).join('');
	return {
		top,
		bars: draw(({ value }, at) => (value ? box(at, HEIGHT, y(value)) : '')),
		absent: draw(({ value }, at) => (value === null ? box(at, HEIGHT, HEIGHT - 4) : '')),
		band: draw(({ usual }, at) => (usual ? `M${at} ${two(y(usual.low))}h1V${two(y(usual.high))}h-1z` : '')),
		mean: draw(({ usual }, at) => (usual ? `M${at} ${two(y(usual.mean))}h1` : '')),
		rest: about && last >= 0 ? box(last, y(bars[last]?.value ?? 0), y(about.value)) : '',
		whisker:
			about && last >= 0 ? `M${last + 0.5} ${two(y(Math.max(0, about.value - about.error)))}V${two(y(about.value + about.error))}` : '',
	};
}

function two(n: number): number {
	return Math.round(n * 100) / 100;
}

function box(at: number, from: number, to: number): string {
	return `M${two(at + GAP)} ${two(from)}h${two(1 - 2 * GAP)}V${two(to)}h${two(2 * GAP - 1)}z`;
}
