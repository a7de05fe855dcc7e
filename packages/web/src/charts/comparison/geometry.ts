/* Geometry of percentage lines over several sessions, in a box one unit wide per quarter-hour and 100 units high. */

export const HEIGHT = 100;

/** Value at the end of each quarter-hour, as a fraction of the open. Null if there is no value. */
export type Line = readonly (number | null)[];

export interface Scale {
	low: number;
	high: number;
	/** Round tick values, ascending. 0 is the open. */
	ticks: readonly number[];
	/** Decimals that the tick labels need, in percent, to differ from each other. */
	decimals: number;
}

/** Possible tick distances, each times a power of ten. The smallest with at most MAX_TICKS ticks is used. */
const STEPS = [1, 2, 5] as const;
const MAX_TICKS = 4;
/** Minimum span of the scale, 0.1 %, for lines that hardly move. */
const MIN_SPAN = 0.001;

/** Returns a scale that includes all lines and the open. */
export function scaleOf(lines: readonly Line[]): Scale {
	const values = [0, ...lines.flat().filter((value) => value !== null)];
	const [lowest, highest] = [Math.min(...values), Math.max(...values)];
	const span = Math.max(MIN_SPAN, highest - lowest);
	const padding = span / 12;
	const [low, high] = [lowest - padding, Math.max(highest, lowest + span) + padding];
	let power = Math.floor(Math.log10(span)) - 1;
	let stepIndex = 0;
	const step = (): number => STEPS[stepIndex]! * 10 ** power;
	while (Math.floor(high / step()) - Math.ceil(low / step()) + 1 > MAX_TICKS) {
		stepIndex = (stepIndex + 1) % STEPS.length;
		if (stepIndex === 0) power++;
	}
	const [firstTick, lastTick] = [Math.ceil(low / step()), Math.floor(high / step())];
	const ticks = Array.from({ length: lastTick - firstTick + 1 }, (_, i) => (firstTick + i) * step());
	return { low, high, ticks, decimals: Math.max(0, -power - 2) };
}

/** Returns the distance from the top of the box, rounded to 0.01. */
export function yOf(value: number, { low, high }: Pick<Scale, 'low' | 'high'>): number {
	return Math.round(((high - value) / (high - low)) * HEIGHT * 100) / 100;
}

/** Returns the SVG path of a line. The line starts at the open unless its first value is missing, and nulls interrupt it. */
export function linePath(line: Line, scale: Pick<Scale, 'low' | 'high'>): string {
	let path = line[0] === null || line[0] === undefined ? '' : `M0 ${yOf(0, scale)}`;
	line.forEach((value, i) => {
		if (value === null) return;
		const isConnected = i === 0 || (line[i - 1] ?? null) !== null;
		path += `${isConnected && path !== '' ? 'L' : 'M'}${i + 1} ${yOf(value, scale)}`;
	});
	return path;
}
