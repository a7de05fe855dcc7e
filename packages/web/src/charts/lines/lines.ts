/** Styles and values of lines that compare several tickers, in percent since the start of the visible span. */

/** `time`: UTC seconds of the bar's start. */
export interface LinePoint {
	readonly time: number;
	readonly value: number;
}

export interface NamedLine {
	readonly name: string;
	/** Index among the compared tickers. It determines the style. */
	readonly index: number;
	readonly points: readonly LinePoint[];
}

/** First and last visible time, UTC seconds. */
export interface Span {
	readonly from: number;
	readonly to: number;
}

/** Color and pattern by index. Either one is enough to tell six lines apart. `dash`: SVG dash array in pixels. `style`: name in the drawing library. */
export const LINE_STYLES = [
	{ token: '--blue', style: 'Solid', dash: 'none', width: 2 },
	{ token: '--orange', style: 'Dashed', dash: '6 4', width: 2 },
	{ token: '--green', style: 'Dotted', dash: '2 2', width: 2 },
	{ token: '--volume', style: 'LargeDashed', dash: '11 5', width: 2 },
	{ token: '--sum', style: 'SparseDotted', dash: '2 7', width: 2 },
	{ token: '--ink', style: 'Solid', dash: 'none', width: 4 },
] as const;

export function styleOf(index: number): (typeof LINE_STYLES)[number] {
	return LINE_STYLES[index % LINE_STYLES.length] as (typeof LINE_STYLES)[number];
}

/** Returns the change from a line's first point in a span to its last, as a fraction; undefined without points in the span. */
export function changeWithin(points: readonly LinePoint[], { from, to }: Span): number | undefined {
	const first = points.find(({ time }) => time >= from);
	const last = points.findLast(({ time }) => time <= to);
	return first && last && first.time <= last.time && first.value > 0 ? last.value / first.value - 1 : undefined;
}

/** Returns the first and last time of all lines together; undefined if no line has points. */
export function fullSpan(lines: readonly NamedLine[]): Span | undefined {
	const ends = lines.flatMap(({ points }) => [points[0], points.at(-1)].flatMap((point) => point?.time ?? []));
	return ends.length === 0 ? undefined : { from: Math.min(...ends), to: Math.max(...ends) };
}
