import type { Chart } from '../../lib/api/types.ts';

/** The numbers of one bar. null: unknown. */
export interface BarReading {
	/** Start of the bar, ISO. */
	time: string;
	open: number | null;
	high: number | null;
	low: number | null;
	close: number | null;
	volume: number | null;
	/** Close relative to the previous close, as a fraction. */
	change: number | null;
}

type Columns = Pick<Chart, 'time' | 'open' | 'high' | 'low' | 'close' | 'volume'>;

/** Undefined for a position without a bar. */
export function readingOfBar(chart: Columns, bar: number): BarReading | undefined {
	const time = chart.time[bar];
	if (time === undefined) return undefined;
	const [close, before] = [chart.close[bar] ?? null, chart.close[bar - 1] ?? null];
	return {
		time,
		open: chart.open[bar] ?? null,
		high: chart.high[bar] ?? null,
		low: chart.low[bar] ?? null,
		close,
		volume: chart.volume[bar] ?? null,
		change: close === null || before === null || before === 0 ? null : close / before - 1,
	};
}

const STEPS: Readonly<Record<string, (bar: number, last: number) => number>> = {
	ArrowLeft: (bar) => bar - 1,
	ArrowRight: (bar) => bar + 1,
	PageUp: (bar) => bar - 10,
	PageDown: (bar) => bar + 10,
	Home: () => 0,
	End: (_, last) => last,
};

/** The index of the bar that a key moves to, out of `count`; undefined for other keys. The first key press selects the newest bar. */
export function walkBars(key: string, bar: number | undefined, count: number): number | undefined {
	const step = STEPS[key];
	if (!step || count === 0) return undefined;
	const last = count - 1;
	if (bar === undefined && key.startsWith('Arrow')) return last;
	return Math.min(last, Math.max(0, step(bar ?? last, last)));
}
