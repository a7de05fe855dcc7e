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
import { findPriceEvent } from './events.ts';
import type { MarketModel } from './market-model.ts';
import { randomBelow, randomKey, STREAM, uniform } from './random.ts';

/** Above every number that the SEC has assigned. */
const FIRST_CIK = 9_900_001;
/** Fraction of events with a filing that explains them. */
const EXPLAINED_SHARE = { jump: 0.6, surge: 0.3, run: 0.4 };
/** Probability per company and session of a filing without a price move. */
const NOISE_PROBABILITY = 0.006;
/** Sessions between results and the quarterly or annual report. */
const REPORT_DELAY_SESSIONS = 2;
/** Maximum seconds from acceptance until a filing is seen. */
const MAX_SEEN_DELAY_SECONDS = 50;
/** How long before a session its filings can be accepted: results can come on the evening before a long weekend. */
const MAX_LEAD_MS = 5 * DAY;
/** Number of sessions whose filings are cached. */
const CACHED_SESSIONS = 12;

const NEWS_FILINGS: readonly (readonly [form: string, ...items: string[]])[] = [
	['8-K', '1.01', '9.01'],
	['8-K', '7.01', '9.01'],
	['8-K', '8.01'],
	['8-K', '5.02'],
	['SC 13D'],
	['8-K', '8.01', '9.01'],
];
const NOISE_FILINGS: readonly (readonly [form: string, ...items: string[]])[] = [
	['8-K', '5.02', '9.01'],
	['8-K', '5.07'],
	['8-K/A', '9.01'],
	['SC 13G/A'],
	['8-K', '8.01'],
	['S-3'],
];
/** SIC code of each industry, in the order of INDUSTRIES. */
const SIC_CODES = [7372, 2834, 6022, 3560, 5651, 4841, 2000, 1311, 2800, 6798, 4911];
/** Last digit of the accession number, by kind of filing. */
const KIND_DIGIT = { results: 0, report: 1, news: 2, noise: 3, delisting: 4 };

/** Creates the simulated filings. `dailyProcess` says when tickers are listed. */
export function createSimulatedFilings(
	model: MarketModel,
	catalogue: Catalogue,
	dailyProcess: Pick<DailyProcess, 'isListed' | 'listings'>,
	calendar: Calendar,
): ProviderFilings {
	const lastSessions = new Map(dailyProcess.listings.map(({ row, delisted }) => [row, delisted]));
	const cache = new Map<ExchangeDate, readonly IssuerFiling[]>();
	/** Cached, because the newest sessions are requested slot by slot. */
	const filingsForSession = (session: Session): readonly IssuerFiling[] => {
		const cached = cache.get(session.date);
		if (cached) return cached;
		const filings = createFilings(model, catalogue, session, calendar, { isListed: dailyProcess.isListed, lastSessions });
		cache.set(session.date, filings);
		if (cache.size > CACHED_SESSIONS) cache.delete(cache.keys().next().value as ExchangeDate);
		return filings;
	};
	return {
		accepted: async (from, to) =>
			calendar
				.sessionsBetween(newYorkDate(from), newYorkDate(to + MAX_LEAD_MS))
				.flatMap(filingsForSession)
				.filter(({ acceptedAt }) => acceptedAt >= from && acceptedAt < to)
				.sort((a, b) => a.acceptedAt - b.acceptedAt || a.cik - b.cik),
		issuers: async () =>
			Array.from({ length: catalogue.rows }, (_, row) => row)
				.filter((row) => !catalogue.isFund[row])
				.map((row) => ({
					tickerId: tickerId(row + 1),
					cik: FIRST_CIK + row,
					exchange: uniform(randomKey(model.seed, STREAM.filing, row, 0), 0) < 0.5 ? 'NASDAQ' : 'NYSE',
					sic: SIC_CODES[catalogue.industry[row]!] ?? null,
					industry: INDUSTRIES[catalogue.industry[row]!]?.name ?? null,
				})),
	};
}

interface Listings {
	isListed: DailyProcess['isListed'];
	/** Last sessions by row. */
	lastSessions: ReadonlyMap<number, ExchangeDate | null>;
}

/** Creates all filings about one session, from the close before it to its evening. */
function createFilings(
	model: MarketModel,
	catalogue: Catalogue,
	session: Session,
	calendar: Calendar,
	{ isListed, lastSessions }: Listings,
): IssuerFiling[] {
	const day = dayNumber(session.date);
	const previousSession = calendar.previousSession(session.date);
	const filings: IssuerFiling[] = [];
	for (let row = 0; row < catalogue.rows; row++) {
		if (catalogue.isFund[row] || !isListed(row, session.date)) continue;
		const key = randomKey(model.seed, STREAM.filing, row, day);
		const addFiling = (kind: number, at: number, form: string, items: readonly string[]): void => {
			const acceptedAt = utcMs(Math.floor(at / SECOND) * SECOND);
			filings.push({
				accession: formatAccession(FIRST_CIK + row, session.date, kind),
				cik: FIRST_CIK + row,
				form,
				items,
				acceptedAt,
				earliestAt: acceptedAt,
				seenAt: utcMs(acceptedAt + (10 + randomBelow(key, kind, MAX_SEEN_DELAY_SECONDS - 10)) * SECOND),
				source: 'feed',
			});
		};
		const drawOffsetMs = (index: number, minMinutes: number, maxMinutes: number): number =>
			(minMinutes + (maxMinutes - minMinutes) * uniform(key, index)) * MINUTE;
		const earningsAgeSessions = sessionsSinceEarnings(row, session);
		if (earningsAgeSessions === 0) {
			const eveningBefore = uniform(key, 10) < 0.7 && previousSession;
			addFiling(
				KIND_DIGIT.results,
				eveningBefore ? previousSession.close + drawOffsetMs(11, 4, 70) : session.open - drawOffsetMs(11, 30, 150),
				'8-K',
				['2.02', '9.01'],
			);
		}
		if (earningsAgeSessions === REPORT_DELAY_SESSIONS) {
			const isAnnual = Math.floor((session.ordinal + row * 7) / 63) % 4 === 0;
			addFiling(KIND_DIGIT.report, session.close + drawOffsetMs(12, 15, 100), isAnnual ? '10-K' : '10-Q', []);
		}
		const event = findPriceEvent(model.seed, row, day);
		if (event && event.slot < session.slots && uniform(key, 13) < EXPLAINED_SHARE[event.kind]) {
			const [form, ...items] = NEWS_FILINGS[randomBelow(key, 14, NEWS_FILINGS.length)] as (typeof NEWS_FILINGS)[number];
			addFiling(
				KIND_DIGIT.news,
				slotStart(session, event.slot) - (event.slot === 0 ? drawOffsetMs(15, 20, 120) : drawOffsetMs(15, 1, 4)),
				form,
				items,
			);
		}
		if (uniform(key, 16) < NOISE_PROBABILITY) {
			const [form, ...items] = NOISE_FILINGS[randomBelow(key, 17, NOISE_FILINGS.length)] as (typeof NOISE_FILINGS)[number];
			addFiling(KIND_DIGIT.noise, newYorkToUtc(session.date, 7, 0) + drawOffsetMs(18, 0, 10 * 60), form, items);
		}
		if (lastSessions.get(row) === session.date) addFiling(KIND_DIGIT.delisting, session.open + drawOffsetMs(19, 30, 120), '25-NSE', []);
	}
	return filings;
}

function formatAccession(cik: number, date: ExchangeDate, kind: number): string {
	const dayOfYear = dayNumber(date) - Date.UTC(Number(date.slice(0, 4)), 0, 1) / DAY;
	return `${String(cik).padStart(10, '0')}-${date.slice(2, 4)}-${String(dayOfYear * 10 + kind).padStart(6, '0')}`;
}
