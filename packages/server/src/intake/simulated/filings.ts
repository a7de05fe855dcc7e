/**
 * Simulates filings of the invented companies: results before the session that they move, news at the start of some events, quarterly reports, and noise.
 * Filings explain price moves but do not cause them.
 */
import type { IssuerFiling } from '@sw/domain/filings/filing-book';
import type { Calendar, Session } from '@sw/domain/time/calendar';
import { slotStart } from '@sw/domain/time/slots';
import { DAY, type ExchangeDate, MINUTE, SECOND, tickerId, utcMs } from '@sw/domain/time/units';
import { dayNumber, newYorkDate, newYorkToUtc } from '@sw/domain/time/zone';
import type { ProviderFilings } from '../provider.ts';
import { type Catalogue, INDUSTRIES } from './catalogue.ts';
import { type DailyProcess, sessionsSinceEarnings } from './daily-process.ts';
import { startedEvent } from './events.ts';
import type { MarketModel } from './market-model.ts';
import { randomBelow, randomKey, STREAM, uniform } from './random.ts';

/** Above every number that the SEC has assigned. */
const FIRST_CIK = 9_900_001;
/** Fraction of events with a filing that explains them. */
const EXPLAINED = { jump: 0.6, surge: 0.3, run: 0.4 };
/** Probability per company and session of a filing without a price move. */
const NOISE = 0.006;
/** Sessions between results and the quarterly or annual report. */
const REPORT_AFTER = 2;
/** Most seconds from acceptance until a filing is seen. */
const SEEN_WITHIN = 50;
/** How long before a session its filings can be accepted: results can come on the evening before a long weekend. */
const MAX_LEAD = 5 * DAY;
/** Number of sessions whose filings are cached. */
const CACHED_SESSIONS = 12;

const NEWS: readonly (readonly [form: string, ...items: string[]])[] = [
	['8-K', '1.01', '9.01'],
	['8-K', '7.01', '9.01'],
	['8-K', '8.01'],
	['8-K', '5.02'],
	['SC 13D'],
	['8-K', '8.01', '9.01'],
];
const QUIET: readonly (readonly [form: string, ...items: string[]])[] = [
	['8-K', '5.02', '9.01'],
	['8-K', '5.07'],
	['8-K/A', '9.01'],
	['SC 13G/A'],
	['8-K', '8.01'],
	['S-3'],
];
/** SIC code of each industry, in the order of INDUSTRIES. */
const SICS = [7372, 2834, 6022, 3560, 5651, 4841, 2000, 1311, 2800, 6798, 4911];
/** Last digit of the accession number, by kind of filing. */
const KIND = { results: 0, report: 1, news: 2, noise: 3, ending: 4 };

/** Creates the simulated filings. `process` knows when tickers are listed. */
export function simulatedFilings(
	model: MarketModel,
	c: Catalogue,
	process: Pick<DailyProcess, 'isListed' | 'listings'>,
	calendar: Calendar,
): ProviderFilings {
	const endings = new Map(process.listings.map(({ row, delisted }) => [row, delisted]));
	const kept = new Map<ExchangeDate, readonly IssuerFiling[]>();
	/** Cached, because the newest sessions are requested slot by slot. */
	const ofSession = (session: Session): readonly IssuerFiling[] => {
		const known = kept.get(session.date);
		if (known) return known;
		const made = filingsOf(model, c, session, calendar, { trades: process.isListed, endings });
		kept.set(session.date, made);
		if (kept.size > CACHED_SESSIONS) kept.delete(kept.keys().next().value as ExchangeDate);
		return made;
	};
	return {
		accepted: async (from, to) =>
			calendar
				.sessionsBetween(newYorkDate(from), newYorkDate(to + MAX_LEAD))
				.flatMap(ofSession)
				.filter(({ acceptedAt }) => acceptedAt >= from && acceptedAt < to)
				.sort((a, b) => a.acceptedAt - b.acceptedAt || a.cik - b.cik),
		issuers: async () =>
			Array.from({ length: c.rows }, (_, row) => row)
				.filter((row) => !c.isFund[row])
				.map((row) => ({
					tickerId: tickerId(row + 1),
					cik: FIRST_CIK + row,
					exchange: uniform(randomKey(model.seed, STREAM.filing, row, 0), 0) < 0.5 ? 'NASDAQ' : 'NYSE',
					sic: SICS[c.industry[row]!] ?? null,
					industry: INDUSTRIES[c.industry[row]!]?.name ?? null,
				})),
	};
}

interface Listings {
	trades: DailyProcess['isListed'];
	/** Last sessions by row. */
	endings: ReadonlyMap<number, ExchangeDate | null>;
}

/** Creates all filings about one session, from the close before it to its evening. */
function filingsOf(model: MarketModel, c: Catalogue, session: Session, calendar: Calendar, { trades, endings }: Listings): IssuerFiling[] {
	const day = dayNumber(session.date);
	const before = calendar.previousSession(session.date);
	const filed: IssuerFiling[] = [];
	for (let row = 0; row < c.rows; row++) {
		if (c.isFund[row] || !trades(row, session.date)) continue;
		const key = randomKey(model.seed, STREAM.filing, row, day);
		const addFiling = (kind: number, at: number, form: string, items: readonly string[]): void => {
			const acceptedAt = utcMs(Math.floor(at / SECOND) * SECOND);
			filed.push({
				accession: accessionOf(FIRST_CIK + row, session.date, kind),
				cik: FIRST_CIK + row,
				form,
				items,
				acceptedAt,
				earliestAt: acceptedAt,
				seenAt: utcMs(acceptedAt + (10 + randomBelow(key, kind, SEEN_WITHIN - 10)) * SECOND),
				source: 'feed',
			});
		};
		const minutes = (index: number, from: number, to: number): number => (from + (to - from) * uniform(key, index)) * MINUTE;
		const since = sessionsSinceEarnings(row, session);
		if (since === 0) {
			const isEvening = uniform(key, 10) < 0.7 && before;
			addFiling(KIND.results, isEvening ? before.close + minutes(11, 4, 70) : session.open - minutes(11, 30, 150), '8-K', ['2.02', '9.01']);
		}
		if (since === REPORT_AFTER) {
			const isAnnual = Math.floor((session.ordinal + row * 7) / 63) % 4 === 0;
			addFiling(KIND.report, session.close + minutes(12, 15, 100), isAnnual ? '10-K' : '10-Q', []);
		}
		const event = startedEvent(model.seed, row, day);
		if (event && event.slot < session.slots && uniform(key, 13) < EXPLAINED[event.kind]) {
			const [form, ...items] = NEWS[randomBelow(key, 14, NEWS.length)] as (typeof NEWS)[number];
			addFiling(KIND.news, slotStart(session, event.slot) - (event.slot === 0 ? minutes(15, 20, 120) : minutes(15, 1, 4)), form, items);
		}
		if (uniform(key, 16) < NOISE) {
			const [form, ...items] = QUIET[randomBelow(key, 17, QUIET.length)] as (typeof QUIET)[number];
			addFiling(KIND.noise, newYorkToUtc(session.date, 7, 0) + minutes(18, 0, 10 * 60), form, items);
		}
		if (endings.get(row) === session.date) addFiling(KIND.ending, session.open + minutes(19, 30, 120), '25-NSE', []);
	}
	return filed;
}

function accessionOf(cik: number, date: ExchangeDate, kind: number): string {
	const dayOfYear = dayNumber(date) - Date.UTC(Number(date.slice(0, 4)), 0, 1) / DAY;
	return `${String(cik).padStart(10, '0')}-${date.slice(2, 4)}-${String(dayOfYear * 10 + kind).padStart(6, '0')}`;
}
