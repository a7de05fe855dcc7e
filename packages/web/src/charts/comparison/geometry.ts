/** Two lines of percent over some sessions, in a box of one unit a quarter-hour and 100 high. Pure. */
export const HEIGHT = 100;

/** A line of it: a fraction at the end of each quarter-hour, null where there is none. */
export type Line = readonly (number | null)[];

export interface Scale {
	low: number;
	high: number;
	/** Round fractions in it, ascending, the open (0) among them. */
	ticks: readonly number[];
	/** Decimals that tell the ticks apart, in percent. */
	decimals: number;
}

/** Gaps between ticks, of which the smallest is taken that leaves few enough. */
const STEPS = [1, 2, 5] as const;
const MOST_TICKS = 4;
/** Of a line that does not move: a tenth of a percent. */
const LEAST_SPAN = 0.001;

/** A scale that holds the lines and the open. */
export const scaleOf = (lines: readonly Line[]): Scale => {
	const values = [0, ...lines.flat().filter((value) => value !== null)];
	const [least, most] = [Math.min(...values), Math.max(...values)];
	const span = Math.max(LEAST_SPAN, most - least);
	const room = span / 12;
	const [low, high] = [least - room, Math.max(most, least + span) + room];
	let power = Math.floor(Math.log10(span)) - 1;
	let at = 0;
	const step = (): number => (STEPS[at] as number) * 10 ** power;
	while (Math.floor(high / step()) - Math.ceil(low / step()) + 1 > MOST_TICKS) {
		at = (at + 1) % STEPS.length;
		if (at === 0) power++;
	}
	const [from, to] = [Math.ceil(low / step()), Math.floor(high / step())];
	const ticks = Array.from({ length: to - from + 1 }, (_, i) => (from + i) * step());
	return { low, high, ticks, decimals: Math.max(0, -power - 2) };
};

/** From the top of the box. */
export const yOf = (value: number, { low, high }: Pick<Scale, 'low' | 'high'>): number =>
	Math.round(((high - value) / (high - low)) * HEIGHT * 100) / 100;

/** A line from the open on; what is null is left out. */
export const linePath = (line: Line, scale: Pick<Scale, 'low' | 'high'>): string => {
	let path = line[0] === null || line[0] === undefined ? '' : `M0 ${yOf(0, scale)}`;
	line.forEach((value, i) => {
		if (value === null) return;
		const drawn = i === 0 || (line[i - 1] ?? null) !== null;
		path += `${drawn && path !== '' ? 'L' : 'M'}${i + 1} ${yOf(value, scale)}`;
	});
	return path;
};
