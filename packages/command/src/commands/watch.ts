import { ApiError } from '@sw/contract/client/api-error';
import { contract } from '@sw/contract/index';
import { SECOND } from '@sw/domain/time/units';
import { CONNECTION_OPTIONS, connect } from '../calls/connect.ts';
import { validateParameters } from '../calls/validate-parameters.ts';
import { type Card, formatCards, formatListTitle } from '../screen/cards.ts';
import { printJsonLine, printLines } from '../screen/print.ts';
import { replaceControls } from '../screen/table.ts';
import { createUsageFailure, EXIT } from '../shell/exit.ts';
import type { Command, Options, ParsedArguments } from '../shell/options.ts';
import type { World } from '../shell/world.ts';
import { LIST_OPTIONS } from './list-options.ts';

/** How many tickers that left the list are named at most; the others are only counted. */
const MAX_LEFT_NAMED = 50;
const PAGE_SIZE = 100;
const [MIN_SECONDS, MAX_SECONDS, DEFAULT_SECONDS] = [2, 900, 10];

const { new: _new, ...LIST_OPTIONS_WITHOUT_NEW } = LIST_OPTIONS;
const options: Options = {
	...LIST_OPTIONS_WITHOUT_NEW,
	every: {
		type: 'string',
		valuePlaceholder: 'seconds',
		about: `Interval between requests in seconds (${MIN_SECONDS}-${MAX_SECONDS}, default ${DEFAULT_SECONDS}).`,
	},
	reports: { type: 'string', valuePlaceholder: 'number', about: 'Exit after this many new reports (default: run until stopped).' },
	...CONNECTION_OPTIONS,
};

const MAX_PAUSE_MS = 60 * SECOND;

function readNumber(args: ParsedArguments, name: string, minimum: number, maximum: number): number | undefined {
	const text = args.getText(name);
	if (text === undefined) return undefined;
	const value = Number(text);
	if (!/^\d+$/.test(text) || value < minimum || value > maximum)
		throw createUsageFailure(`--${name} must be a whole number from ${minimum} to ${maximum}.`);
	return value;
}

export const watch: Command = {
	name: 'watch',
	about: 'Print the tickers that enter a list with each new report',
	usage: ['signalwheel watch [--tab <tab>] [--cap <tier>,...] [--filter <number>] [--every <seconds>]'],
	paragraphs: [
		'Prints only changes: for each new report, the tickers that entered the list and the symbols that left it. With --json each report is one line.',
		"If the server becomes unavailable, the command retries. It exits if the server can't be reached at the start or refuses the request (exit code 3 for a revoked key). Ctrl+C exits with 130.",
	],
	options,
	examples: [
		['signalwheel watch --tab extreme_fall --cap mega_cap,large_cap', 'large companies with unusual falls'],
		[
			'signalwheel watch --json | while read -r line; do notify-send "$(jq -r \'.entered[].ticker\' <<< "$line")"; done',
			'a desktop notification for each report',
		],
	],
	run: async (args, world) => {
		const intervalMs = (readNumber(args, 'every', MIN_SECONDS, MAX_SECONDS) ?? DEFAULT_SECONDS) * SECOND;
		const reportLimit = readNumber(args, 'reports', 1, 1_000_000) ?? Number.POSITIVE_INFINITY;
		const { parameters } = args;
		validateParameters(contract.signals.sectorCharts.query, parameters, options);
		const { api } = await connect(args, world);
		const fetchNewestTime = async (): Promise<string | null> => (await api.signals.sectorChartDate({ query: {} })).time;
		let lastTime = await fetchNewestTime();
		if (!args.hasFlag('json'))
			world.err.write(lastTime ? `Watching; the current report is ${lastTime}.\n` : 'Watching; no report has been published yet.\n');
		const withRetries = createRetry(world);
		for (let reportCount = 0; reportCount < reportLimit; ) {
			await world.pause(intervalMs);
			world.stopSignal.throwIfAborted();
			const newestTime = await withRetries(fetchNewestTime);
			if (newestTime === null || newestTime === lastTime) continue;
			const { sectorChartChanges, sectorChartHistory } = contract.signals;
			const changesQuery = { ...parameters, ...(lastTime === null ? {} : { since: lastTime }), date: newestTime, first: MAX_LEFT_NAMED };
			const changes = await withRetries(() =>
				api.signals.sectorChartChanges({ query: validateParameters(sectorChartChanges.query, changesQuery, options) }),
			);
			const historyQuery = validateParameters(sectorChartHistory.query, { ...parameters, date: newestTime, max: PAGE_SIZE }, options);
			const answer = await withRetries(() => api.signals.sectorChartHistory({ query: historyQuery }));
			lastTime = newestTime;
			reportCount++;
			const entered: readonly Card[] = answer.items.filter(({ ticker_id }) => changes.entered.includes(ticker_id));
			const unlistedCount = changes.entered.length - entered.length;
			const leftSymbols = changes.target?.left ?? [];
			if (args.hasFlag('json')) {
				const { time, tab_type, operation, timeframes, filter, total_count, report } = answer;
				printJsonLine(world.out, {
					...{ time, since: changes.since, tab_type, operation, timeframes, filter, report, total_count, entered },
					entered_count: changes.entered.length,
					left: leftSymbols,
					left_count: changes.left.length,
				});
				continue;
			}
			printLines(world.out, [
				formatListTitle(answer),
				...(entered.length > 0 ? formatCards(entered, world) : ['No tickers entered.']),
				...(unlistedCount > 0 ? [`and ${unlistedCount} more beyond the first ${PAGE_SIZE}`] : []),
				...(changes.left.length > 0
					? [
							`Left: ${replaceControls(leftSymbols.join(', '))}${changes.left.length > leftSymbols.length ? ` and ${changes.left.length - leftSymbols.length} more` : ''}`,
						]
					: []),
				'',
			]);
		}
		return EXIT.success;
	},
};

/**
 * Returns a function that repeats a call while the server is down, busy or failing, and throws other errors immediately. The delay, at most a minute,
 * is what the server requests; otherwise it doubles each time. Prints a line at the first failure and on recovery.
 */
export function createRetry({ pause, err, stopSignal }: Pick<World, 'pause' | 'err' | 'stopSignal'>) {
	return async <T>(call: () => Promise<T>): Promise<T> => {
		for (let attempts = 0; ; attempts++) {
			try {
				const answer = await call();
				if (attempts > 0) err.write('The server is available again.\n');
				return answer;
			} catch (error) {
				if (!isTemporary(error)) throw error;
				if (attempts === 0) err.write(`${error.message} Retrying...\n`);
				await pause(Math.min(MAX_PAUSE_MS, readRequestedDelayMs(error) ?? SECOND * 2 ** Math.min(attempts, 6)));
				stopSignal.throwIfAborted();
			}
		}
	};
}

/** Returns the delay requested by the server in milliseconds; undefined without one. */
function readRequestedDelayMs({ headers }: ApiError): number | undefined {
	const seconds = Number(headers?.get('retry-after') ?? Number.NaN);
	return Number.isFinite(seconds) ? seconds * SECOND : undefined;
}

function isTemporary(error: unknown): error is ApiError {
	return error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500);
}
