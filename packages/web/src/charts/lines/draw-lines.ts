import type { Time, UTCTimestamp } from 'lightweight-charts';
import { createBaseChart, readTokens } from '../new-chart.ts';
import { LINE_STYLES, type NamedLine, type Span, styleOf } from './lines.ts';

export interface LinesDrawing {
	readonly lines: readonly NamedLine[];
	/** Called with the visible span, initially and after each change. */
	readonly onSpan: (span: Span) => void;
}

/** Controls of a drawn chart. */
export interface LinesChartHandle {
	/** Multiplies the number of visible bars by `factor`; undefined shows all bars. */
	zoom: (factor: number | undefined) => void;
	/** Scrolls by a fraction of the visible bars. A negative fraction scrolls to earlier bars. */
	move: (fraction: number) => void;
	remove: () => void;
}

/** Number of visible bars at the closest zoom. */
const MIN_BARS = 5;

interface LogicalRange {
	from: number;
	to: number;
}

/** Draws lines into `host` and follows its size. Each line is in percent of its first visible value. */
export async function drawLines(host: HTMLElement, { lines, onSpan }: LinesDrawing): Promise<LinesChartHandle> {
	const library = await import('lightweight-charts');
	const tokens = readTokens(host, ['--muted', '--line', ...LINE_STYLES.map(({ token }) => token)]);
	const chart = createBaseChart(library, host, {
		font: getComputedStyle(host).fontFamily,
		text: tokens['--muted'],
		line: tokens['--line'],
	});
	chart.applyOptions({ rightPriceScale: { mode: library.PriceScaleMode.Percentage } });
	for (const { name, index, points } of lines) {
		const { token, style, width } = styleOf(index);
		const series = chart.addSeries(library.LineSeries, {
			title: name,
			color: tokens[token],
			lineStyle: library.LineStyle[style],
			lineWidth: width,
			priceLineVisible: false,
		});
		series.setData(points.map(({ time, value }) => ({ time: time as UTCTimestamp, value })));
	}
	const scale = chart.timeScale();
	const timeCount = new Set(lines.flatMap(({ points }) => points.map(({ time }) => time))).size;
	const whole: LogicalRange = { from: -0.5, to: timeCount - 0.5 };
	/** The chart applies a range in its next frame, so several keys in one frame must build on the requested range. */
	let visible = whole;
	const showRange = (range: LogicalRange): void => {
		visible = range;
		scale.setVisibleLogicalRange(range);
	};
	scale.subscribeVisibleLogicalRangeChange((range) => {
		if (range) visible = range;
	});
	scale.subscribeVisibleTimeRangeChange((range) => {
		if (range) onSpan({ from: timeOf(range.from), to: timeOf(range.to) });
	});
	showRange(whole);
	return {
		zoom: (factor) => {
			if (factor === undefined) return showRange(whole);
			const half = Math.max(MIN_BARS, (visible.to - visible.from) * factor) / 2;
			const middle = (visible.from + visible.to) / 2;
			showRange({ from: middle - half, to: middle + half });
		},
		move: (fraction) => {
			const step = Math.round((visible.to - visible.from) * fraction) || Math.sign(fraction);
			showRange({ from: visible.from + step, to: visible.to + step });
		},
		remove: () => chart.remove(),
	};
}

function timeOf(time: Time): number {
	return typeof time === 'number' ? time : Number.NaN;
}
