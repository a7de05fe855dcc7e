/**
 * Times the interval from a published report until all its alerts are in the inboxes, while a reader makes calls: 10,000 tickers, 10,000 owners with
 * five filters each.
 */
import { STRATEGIES, TIMEFRAMES } from '@sw/domain/time/timeframe';
import { askChild, startChild, stopChild } from './child.ts';
import { type Benchmark, compareToReference, formatMs, formatSeconds, measureTime, median, quantile, type ResultRow } from './measure.ts';
import type { AlertFigures, AlertServerInfo } from './servers/notices-of-report-server.ts';

const ROUNDS = 7;
/** Milliseconds between a reader's calls. */
const PAUSE_MS = 2;
/** Milliseconds for which the reader first runs undisturbed. */
const UNDISTURBED_MS = 3_000;
const TABS = ['extreme_rise', 'extreme_fall', 'coiled_spring', 'free'];

/** Starts a reader that requests lists one after another. The returned function stops it and returns the milliseconds of each call. */
function startReader({ port, cookie }: AlertServerInfo) {
	const paths = createReaderPaths();
	const times: number[] = [];
	let isStopped = false;
	const readLoop = (async () => {
		for (let i = 0; !isStopped; i++) {
			const url = `http://127.0.0.1:${port}${paths[i % paths.length]}`;
			const [elapsed, status] = await measureTime(async () => {
				const response = await fetch(url, { headers: { cookie } });
				await response.arrayBuffer();
				return response.status;
			});
			if (status !== 200) throw new Error(`${url} answered ${status}.`);
			times.push(elapsed);
			await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
		}
	})();
	return async (): Promise<number[]> => {
		isStopped = true;
		await readLoop;
		return times;
	};
}

function createReaderPaths(): string[] {
	return TABS.flatMap((tab) =>
		STRATEGIES.flatMap(({ rated }) =>
			[0, 10, 20].map(
				(skip) =>
					`/api/sector-charts?tab_type=${tab}&timeframes=${rated.map((timeframe) => TIMEFRAMES[timeframe].name).join()}&skip=${skip}&max=10`,
			),
		),
	);
}

export const run: Benchmark = async () => {
	const { child, message: server } = await startChild<AlertServerInfo>('servers/notices-of-report-server.ts');
	try {
		await askChild<AlertFigures>(child, 'notices');
		const stopIdleReader = startReader(server);
		await new Promise((resolve) => setTimeout(resolve, UNDISTURBED_MS));
		const idleTimes = await stopIdleReader();
		const rounds: AlertFigures[] = [];
		const busyTimes: number[] = [];
		for (let round = 0; round < ROUNDS; round++) {
			const stopReader = startReader(server);
			rounds.push(await askChild<AlertFigures>(child, 'notices'));
			busyTimes.push(...(await stopReader()));
		}
		const medianOf = (key: keyof AlertFigures): number => median(rounds.map((round) => round[key]));
		const formatCount = (value: number): string => Math.round(value).toLocaleString('en');
		const name = `${formatCount(server.filters)} filters, ${formatCount(medianOf('messages'))} messages, to the last one written; reference: as many bytes into a table without an index`;
		const readerRow: ResultRow = {
			...compareToReference(
				"a reader's lists meanwhile: 99th percentile; reference: while the server is idle",
				quantile(busyTimes, 0.99),
				quantile(idleTimes, 0.99),
				'below 20 ms',
			),
			ours: `${formatMs(quantile(busyTimes, 0.99))} (${busyTimes.length} calls)`,
		};
		return [
			compareToReference(name, medianOf('runMs'), medianOf('referenceMs'), 'within 2 s', formatSeconds),
			readerRow,
			{ name: 'longest wait of other work', ours: formatMs(medianOf('maxDelayMs')), reference: null, ratio: null, goal: null },
		];
	} finally {
		await stopChild(child);
	}
};
