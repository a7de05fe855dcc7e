/** Makes one call of each kind to a vendor and describes the results, to check a new key. Stores nothing. */
import type { Calendar, Session } from '@sw/domain/time/calendar';
import { findLastElapsed } from '@sw/domain/time/slots';
import { DAY, HOUR, MINUTE, utcMs } from '@sw/domain/time/units';
import { addDays, newYorkDate } from '@sw/domain/time/zone';
import type { WallClock } from '../../platform/clocks/wall-clock.ts';
import type { MentionCounter } from '../mentions/mention-source.ts';
import { VendorError } from '../outbound/vendor-error.ts';
import type { VendorAdapter } from './vendor-adapter.ts';

/** End of the last printed line if the remaining calls were skipped. */
export const SKIPPED_NOTE = 'Skipped the other tests.';

interface TestContext {
	wall: WallClock;
	calendar: Calendar;
	print(line: string): void;
}

/** Tests every kind of call. Returns the number of failed kinds. */
export async function tryVendor(
	adapter: VendorAdapter,
	symbols: readonly string[],
	{ wall, calendar, print }: TestContext,
): Promise<number> {
	const now = utcMs(wall.now());
	const today = newYorkDate(now);
	const [firstSymbol = 'AAPL'] = symbols;
	const lastSession = findLastElapsed(calendar, utcMs(now - adapter.delay))?.session as Session;
	const fetchBars = async (session: Session) =>
		(await adapter.bars([firstSymbol], utcMs(session.open), utcMs(session.close))).get(firstSymbol) ?? [];
	const pastSession = calendar.sessionsBetween(addDays(today, -20), addDays(today, -10))[0];
	const { dailyBars, optionVolumes, splits, dividends, renames } = adapter;
	const from = addDays(today, -30);
	return runTests(print, [
		[
			'tickers',
			async () => {
				const tickers = await adapter.tickers();
				const knownSharesCount = tickers.filter((ticker) => ticker.shares !== null).length;
				return `${tickers.length} of ${symbols.length} (${tickers.map(({ symbol, name }) => `${symbol} ${name}`).join('; ')}), shares of ${knownSharesCount}`;
			},
		],
		[
			'bars',
			async () => {
				const bars = await fetchBars(lastSession);
				const newest = bars.at(-1);
				if (!newest) return `none of ${firstSymbol} on ${lastSession.date}`;
				const ageMs = now - (newest.ms + 15 * MINUTE);
				const isRunning = now < lastSession.close + adapter.delay;
				return `${bars.length} quarter-hours of ${firstSymbol} on ${lastSession.date}, the newest ends at ${formatTime(newest.ms + 15 * MINUTE)}${isRunning ? `, ${formatMinutes(ageMs)} ago` : ''}; the market clock is ${formatMinutes(adapter.delay)} behind`;
			},
		],
		[
			'history',
			pastSession &&
				(async () =>
					`${(await fetchBars(pastSession)).length} of ${pastSession.slots} quarter-hours of ${firstSymbol} on ${pastSession.date}`),
		],
		[
			'daily bars',
			dailyBars &&
				pastSession &&
				(async () =>
					(await dailyBars.call(adapter, [firstSymbol], pastSession.date)).has(firstSymbol)
						? `${firstSymbol} on ${pastSession.date}`
						: `none of ${firstSymbol} on ${pastSession.date}`),
		],
		[
			'options',
			optionVolumes &&
				(async () => {
					const sum = (await optionVolumes.call(adapter, [firstSymbol])).get(firstSymbol);
					const delayText = `${formatMinutes(adapter.optionsDelay)} late`;
					return sum
						? `${sum.calls} calls and ${sum.puts} puts of ${firstSymbol} today, ${delayText}`
						: `none of ${firstSymbol}, ${delayText}`;
				}),
		],
		['splits', splits && (async () => `${(await splits.call(adapter, symbols, from, today)).length} in 30 days`)],
		['dividends', dividends && (async () => `${(await dividends.call(adapter, symbols, from, today)).length} in 30 days`)],
		['renames', renames && (async () => `${(await renames.call(adapter, from, today)).length} in 30 days`)],
	]);
}

/** Prints one line per kind; returns the number of failed kinds. */
async function runTests(log: TestContext['print'], kinds: readonly [string, (() => Promise<string>) | undefined][]): Promise<number> {
	let failedCount = 0;
	for (const [kind, run] of kinds) {
		if (!run) {
			log(`${kind}: not available from this vendor`);
			continue;
		}
		try {
			log(`${kind}: ${await run()}`);
		} catch (error) {
			failedCount++;
			// An unreachable or rate-limiting vendor cannot answer the other calls either.
			if (error instanceof VendorError && error.isTemporary) {
				log(`${kind}: FAILED: ${error.message} ${SKIPPED_NOTE}`);
				return failedCount;
			}
			log(`${kind}: FAILED: ${explainError(error)}`);
		}
	}
	return failedCount;
}

/** Explains an error to the owner of the key. Rethrows other errors than VendorError. */
function explainError(error: unknown): string {
	if (!(error instanceof VendorError)) throw error;
	const { fault, status, message } = error;
	if (fault === 'refused' && status === 401) return `the key was rejected. ${message}`;
	if (fault === 'refused' && status === 403) return `the plan doesn't include this, or the key was rejected. ${message}`;
	return message;
}

function formatTime(ms: number): string {
	return `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

function formatMinutes(ms: number): string {
	return `${Math.max(0, Math.round(ms / MINUTE))} min`;
}

/** Counts mentions of some symbols in the last day. Returns the number of failed calls. */
export async function tryCounter(counter: MentionCounter, symbols: readonly string[], { wall, print }: TestContext): Promise<number> {
	const to = utcMs(Math.floor(wall.now() / HOUR) * HOUR);
	return runTests(print, [
		[
			'mentions',
			async () => {
				const counts = await counter.countHours(symbols, utcMs(to - DAY), to);
				if (!counts) return "it doesn't cover the last hour";
				const totalFor = (symbol: string): number =>
					counts.hours.filter((hour) => hour.symbol === symbol).reduce((total, { mentions }) => total + mentions, 0);
				return `${symbols.map((symbol) => `${symbol} ${totalFor(symbol)}`).join(', ')} in the ${(to - counts.since) / HOUR} hours before ${formatTime(to)}`;
			},
		],
	]);
}
