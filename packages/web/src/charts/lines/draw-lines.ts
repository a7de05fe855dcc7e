import type { Time, UTCTimestamp } from 'lightweight-charts';
import { newChart, readTokens } from '../new-chart.ts';
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
	move: (share: number) => void;
	remove: () => void;
}

/** Number of visible bars at the closest zoom. */
const MIN_BARS = 5;

/** Draws lines into `host` and follows its size. Each line is in percent of its first visible value. */
export async function drawLines(host: HTMLElement, { lines, onSpan }: LinesDrawing): Promise<LinesChartHandle> {
	const library = await import('lightweight-charts');
	const tokens = readTokens(host, ['--muted', '--line', ...LINE_STYLES.map(({ token }) => token)]);
	const chart = newChart(library, host, { font: getComputedStyle(host).fontFamily, text: tokens['--muted'], line: tokens['--line'] });
	chart.applyOptions({ rightPriceScale: { mode: library.PriceScaleMode.Percentage } });
	for (const { name, place, points } of lines) {
		const { token, style, width } = styleOf(place);
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
	const places = new Set(lines.flatMap(({ points }) => points.map(({ time }) => time))).size;
	const showAll = (): void => scale.setVisibleLogicalRange({ from: -0.5, to: places - 0.5 });
	scale.subscribeVisibleTimeRangeChange((range) => {
		if (range) onSpan({ from: timeOf(range.from), to: timeOf(range.to) });
	});
	showAll();
	return {
		zoom: (factor) => {
			const seen = scale.getVisibleLogicalRange();
			if (factor === undefined || !seen) return showAll();
			const half = Math.max(MIN_BARS, (seen.to - seen.from) * factor) / 2;
			const middle = (seen.from + seen.to) / 2;
			scale.setVisibleLogicalRange({ from: middle - half, to: middle + half });
		},
		move: (share) => {
			const seen = scale.getVisibleLogicalRange();
			if (!seen) return;
			const step = Math.round((seen.to - seen.from) * share) || Math.sign(share);
			scale.setVisibleLogicalRange({ from: seen.from + step, to: seen.to + step });
		},
		remove: () => chart.remove(),
	};
}

function timeOf(time: Time): number {
	return typeof time === 'number' ? time : Number.NaN;
}
