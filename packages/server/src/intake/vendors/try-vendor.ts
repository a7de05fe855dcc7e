/** Makes one call of each kind to a vendor and describes the results, to check a new key. Stores nothing. */
import type { Calendar, Session } from '@sw/domain/time/calendar';
import { lastElapsed } from '@sw/domain/time/slots';
import { DAY, HOUR, MINUTE, utcMs } from '@sw/domain/time/units';
import { addDays, newYorkDate } from '@sw/domain/time/zone';
import type { WallClock } from '../../platform/clocks/wall-clock.ts';
import type { MentionCounter } from '../mentions/mention-source.ts';
import { VendorError } from '../outbound/vendor-error.ts';
import type { VendorAdapter } from './vendor-adapter.ts';

/** End of the last printed line if the remaining calls were skipped. */
export const STOPPED = 'Skipped the other tests.';

interface Trial {
	wall: WallClock;
	calendar: Calendar;
	say(line: string): void;
}

/** Tests every kind of call. Returns the number of failed kinds. */
export async function tryVendor(adapter: VendorAdapter, symbols: readonly string[], { wall, calendar, say }: Trial): Promise<number> {
	const now = utcMs(wall.now());
	const today = newYorkDate(now);
	const [first = 'AAPL'] = symbols;
	const last = lastElapsed(calendar, utcMs(now - adapter.delay))?.session as Session;
	const barsOf = async (session: Session) => (await adapter.bars([first], utcMs(session.open), utcMs(session.close))).get(first) ?? [];
	const past = calendar.sessionsBetween(addDays(today, -20), addDays(today, -10))[0];
	const { days, optionVolumes, splits, dividends, renames } = adapter;
	const from = addDays(today, -30);
	return runTests(say, [
		[
			'tickers',
			async () => {
				const tickers = await adapter.tickers();
				const shares = tickers.filter((ticker) => ticker.shares !== null).length;
				return `${tickers.length} of ${symbols.length} (${tickers.map(({ symbol, name }) => `${symbol} ${name}`).join('; ')}), shares of ${shares}`;
			},
		],
		[
			'bars',
			async () => {
				const bars = await barsOf(last);
				const newest = bars.at(-1);
				if (!newest) return `none of ${first} on ${last.date}`;
				const age = now - (newest.ms + 15 * MINUTE);
				const isRunning = now < last.close + adapter.delay;
				return `${bars.length} quarter-hours of ${first} on ${last.date}, the newest ends at ${formatTime(newest.ms + 15 * MINUTE)}${isRunning ? `, ${formatMinutes(age)} ago` : ''}; the market clock is ${formatMinutes(adapter.delay)} behind`;
			},
		],
		['history', past && (async () => `${(await barsOf(past)).length} of ${past.slots} quarter-hours of ${first} on ${past.date}`)],
		[
			'daily bars',
			days &&
				past &&
				(async () =>
					(await days.call(adapter, [first], past.date)).has(first) ? `${first} on ${past.date}` : `none of ${first} on ${past.date}`),
		],
		[
			'options',
			optionVolumes &&
				(async () => {
					const sum = (await optionVolumes.call(adapter, [first])).get(first);
					const late = `${formatMinutes(adapter.optionsDelay)} late`;
					return sum ? `${sum.calls} calls and ${sum.puts} puts of ${first} today, ${late}` : `none of ${first}, ${late}`;
				}),
		],
		['splits', splits && (async () => `${(await splits.call(adapter, symbols, from, today)).length} in 30 days`)],
		['dividends', dividends && (async () => `${(await dividends.call(adapter, symbols, from, today)).length} in 30 days`)],
		['renames', renames && (async () => `${(await renames.call(adapter, from, today)).length} in 30 days`)],
	]);
}

/** Prints one line per kind; returns the number of failed kinds. */
async function runTests(log: Trial['say'], kinds: readonly [string, (() => Promise<string>) | undefined][]): Promise<number> {
	let failed = 0;
	for (const [kind, ask] of kinds) {
		if (!ask) {
			log(`${kind}: not available from this vendor`);
			continue;
		}
		try {
			log(`${kind}: ${await ask()}`);
		} catch (error) {
			failed++;
			// An unreachable or rate-limiting vendor cannot answer the other calls either.
			if (error instanceof VendorError && error.isTemporary) {
				log(`${kind}: FAILED: ${error.message} ${STOPPED}`);
				return failed;
			}
			log(`${kind}: FAILED: ${explainError(error)}`);
		}
	}
	return failed;
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
export async function tryCounter(counter: MentionCounter, symbols: readonly string[], { wall, say }: Trial): Promise<number> {
	const to = utcMs(Math.floor(wall.now() / HOUR) * HOUR);
	return runTests(say, [
		[
			'mentions',
			async () => {
				const reported = await counter.hours(symbols, utcMs(to - DAY), to);
				if (!reported) return "it doesn't cover the last hour";
				const sum = (symbol: string): number =>
					reported.hours.filter((hour) => hour.symbol === symbol).reduce((all, { mentions }) => all + mentions, 0);
				return `${symbols.map((symbol) => `${symbol} ${sum(symbol)}`).join(', ')} in the ${(to - reported.since) / HOUR} hours before ${formatTime(to)}`;
			},
		],
	]);
}
