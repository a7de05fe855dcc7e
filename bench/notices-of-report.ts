/**
 * Times the interval from a published report until all its alerts are in the inboxes, while a reader makes calls: 10,000 tickers, 10,000 owners with
 * five filters each.
 */
import { STRATEGIES, TIMEFRAMES } from '@sw/domain/time/timeframe';
import { askChild, startChild, stopChild } from './child.ts';
import { type Benchmark, compareToReference, type Measured, median, ms, quantile, seconds, timed } from './measure.ts';
import type { NoticeFigures, NoticesServer } from './servers/notices-of-report-server.ts';

const ROUNDS = 7;
/** Milliseconds between a reader's calls. */
const PAUSE_MS = 2;
/** Milliseconds for which the reader first runs undisturbed. */
const UNDISTURBED_MS = 3_000;
const TABS = ['extreme_rise', 'extreme_fall', 'coiled_spring', 'free'];

/** Starts a reader that requests lists one after another. The returned function stops it and returns the milliseconds of each call. */
function startReader({ port, cookie }: NoticesServer) {
	const paths = readerPaths();
	const times: number[] = [];
	let stopped = false;
	const reader = (async () => {
		for (let at = 0; !stopped; at++) {
			const url = `http://127.0.0.1:${port}${paths[at % paths.length]}`;
			const [took, status] = await timed(async () => {
				const answer = await fetch(url, { headers: { cookie } });
				await answer.arrayBuffer();
				return answer.status;
			});
			if (status !== 200) throw new Error(`${url} answered ${status}.`);
			times.push(took);
			await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
		}
	})();
	return async (): Promise<number[]> => {
		stopped = true;
		await reader;
		return times;
	};
}

function readerPaths(): string[] {
	return TABS.flatMap((tab) =>
		STRATEGIES.flatMap(({ slots }) =>
			[0, 10, 20].map(
				(skip) => `/api/sector-charts?tab_type=${tab}&timeframes=${slots.map((at) => TIMEFRAMES[at].name).join()}&skip=${skip}&max=10`,
			),
		),
	);
}

export const run: Benchmark = async () => {
	const { child, message: server } = await startChild<NoticesServer>('servers/notices-of-report-server.ts');
	try {
		await askChild<NoticeFigures>(child, 'notices');
		const stop = startReader(server);
		await new Promise((resolve) => setTimeout(resolve, UNDISTURBED_MS));
		const idle = await stop();
		const made: NoticeFigures[] = [];
		const busy: number[] = [];
		for (let round = 0; round < ROUNDS; round++) {
			const end = startReader(server);
			made.push(await askChild<NoticeFigures>(child, 'notices'));
			busy.push(...(await end()));
		}
		const side = (key: keyof NoticeFigures): number => median(made.map((one) => one[key]));
		const counted = (value: number): string => Math.round(value).toLocaleString('en');
		const name = `${counted(server.filters)} filters, ${counted(side('messages'))} messages, to the last one written; reference: as many bytes into a table without an index`;
		const readers: Measured = {
			...compareToReference(
				"a reader's lists meanwhile: 99th percentile; reference: while the server is idle",
				quantile(busy, 0.99),
				quantile(idle, 0.99),
				'below 20 ms',
			),
			ours: `${ms(quantile(busy, 0.99))} (${busy.length} calls)`,
		};
		return [
			compareToReference(name, side('took'), side('plain'), 'within 2 s', seconds),
			readers,
			{ name: 'longest wait of other work', ours: ms(side('held')), reference: null, ratio: null, goal: null },
		];
	} finally {
		await stopChild(child);
	}
};
