import type { DatedSlot } from '@sw/domain/reports/timetable';
import type { Calendar } from '@sw/domain/time/calendar';
import { DAY, type ExchangeDate, exchangeDate, type TickerId, type UtcMs } from '@sw/domain/time/units';
import { newYorkDate } from '@sw/domain/time/zone';
import { closedExchange, malformed, Problem, unknownTicker } from '../../../platform/errors.ts';

export interface CorrectionFacts {
	readonly calendar: Pick<Calendar, 'sessionOn' | 'sessionsBetween'>;
	/** The market clock. */
	now(): UtcMs;
	tickerOf(id: TickerId): { readonly symbol: string } | undefined;
	whyNoFetch(): string | undefined;
	/** Report slots of each session in a span of dates, both included. */
	slotsBetween(from: ExchangeDate, to: ExchangeDate): readonly (readonly Pick<DatedSlot, 'at' | 'is_use'>[])[];
}

interface TickerDate {
	ticker_id: number;
	date: string;
}

/** Maximum days per request, about ten years. A longer span is probably a typing mistake. */
const MAX_DAYS = 3_700;

/** Refuses corrections that can't succeed before a job is created: closed or future dates, unknown tickers, ratios that change nothing. */
export function createCorrectionRules({ calendar, now, tickerOf, slotsBetween, whyNoFetch }: CorrectionFacts) {
	const today = (): ExchangeDate => newYorkDate(now());

	const checkNotFuture = (field: string, date: string): void => {
		if (date > today()) throw malformed(field, `${date} is in the future: the market's date is ${today()}.`);
	};

	const checkTicker = (field: string, id: number): void => {
		if (!tickerOf(id as TickerId)) throw unknownTicker(field, 400, [id]);
	};

	const checkOpen = ({ from, to }: { from: string; to: string }): void => {
		if (calendar.sessionsBetween(exchangeDate(from), exchangeDate(to)).length === 0) throw closedExchange('from', from, to);
	};

	/** Checks a span. Both ends are optional, because the job has defaults. */
	const checkSpan = ({ from, to }: { from?: string | undefined; to?: string | undefined }): void => {
		if (from !== undefined) checkNotFuture('from', from);
		if (from === undefined) return;
		const days = (Date.parse(to ?? today()) - Date.parse(from)) / DAY;
		if (days > MAX_DAYS && to === undefined)
			throw malformed('from', `At most ${MAX_DAYS} days before today; for earlier dates, give 'to'.`);
		if (days > MAX_DAYS) throw malformed('to', `At most ${MAX_DAYS} days after 'from'.`);
		if (to !== undefined) checkOpen({ from, to });
	};

	/** Checks the date of a change that applies from that day's open. */
	const checkEffective = (field: string, date: string, reason: string): void => {
		checkNotFuture(field, date);
		if (!calendar.sessionOn(exchangeDate(date))) throw malformed(field, `The exchange was closed on ${date}: ${reason}.`);
	};

	return {
		checkSpan,
		checkOpen,
		checkEffective,

		checkFetch: (advice = ''): void => {
			const reason = whyNoFetch();
			if (reason !== undefined) throw new Problem('conflict', { detail: `${reason}${advice}` });
		},

		checkTickers: (ids: readonly number[] = []): void => {
			for (const [at, id] of ids.entries()) checkTicker(`tickers.${at}`, id);
		},

		/** `date`: a day, or the time of one report. */
		checkReportDate: (date: string): void => {
			const instant = date.includes('T') ? Date.parse(date) : undefined;
			const day = instant === undefined ? exchangeDate(date) : newYorkDate(instant);
			if (instant === undefined ? day > today() : instant > now())
				throw malformed('date', `${date} is in the future: give the date or time of a past report.`);
			if (!calendar.sessionOn(day)) throw closedExchange('date', day);
			const slots = slotsBetween(day, day).flat();
			if (instant !== undefined && !slots.some(({ at, is_use }) => is_use && at === instant))
				throw malformed('date', `No report is scheduled at ${date}; GET /api/schedule lists the slots of a day.`);
			if (instant === undefined && !slots.some(({ at, is_use }) => is_use && at <= now()))
				throw malformed('date', `No report of ${date} is due yet; GET /api/schedule lists the slots of a day.`);
		},

		checkSplits: ({
			apply,
			revoke,
			dismiss,
		}: {
			apply: readonly (TickerDate & { ratio: number })[];
			revoke: readonly TickerDate[];
			dismiss: readonly TickerDate[];
		}): void => {
			const seenKeys = new Set<string>();
			for (const [list, entries] of Object.entries({ apply, revoke, dismiss }))
				entries.forEach(({ ticker_id, date }, at) => {
					const field = `${list}.${at}`;
					checkTicker(`${field}.ticker_id`, ticker_id);
					checkEffective(`${field}.date`, date, 'a split takes effect before the open of a session');
					if (seenKeys.has(`${ticker_id} ${date}`)) throw malformed(field, `Ticker ${ticker_id} is given twice for ${date}.`);
					seenKeys.add(`${ticker_id} ${date}`);
				});
			apply.forEach(({ ratio }, at) => {
				if (ratio === 1) throw malformed(`apply.${at}.ratio`, "A ratio of 1 isn't a split; dismiss the jump instead.");
			});
		},
	};
}
