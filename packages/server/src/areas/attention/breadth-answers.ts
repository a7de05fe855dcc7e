import { sectorAnalysisCalls } from '@sw/contract/attention/sector-analysis';
import type { AnswerOf, Received } from '@sw/contract/base/define';
import type { CallerAccount } from '@sw/domain/access/caller';
import {
	BREADTH_SLICES,
	type Breadth,
	type BreadthKey,
	breadthCell,
	DEFAULT_KEY,
	keyText,
	MIN_DEPTH,
	parseKey,
	readBreadth,
	shareAtLeast,
	usualShare,
} from '@sw/domain/attention/breadth';
import { sliceNamed, timeframeNamed } from '@sw/domain/attention/breadth-words';
import { isOpenTo } from '@sw/domain/reports/licence-gate';
import { isoSeconds } from '@sw/domain/time/format';
import { TIMEFRAMES } from '@sw/domain/time/timeframe';
import { newYorkDate, newYorkToUtc } from '@sw/domain/time/zone';
import { createAnswerCache } from '../../platform/cache/answer-caches.ts';
import { type MaybePromise, mapMaybePromise } from '../../platform/concurrency/maybe-promise.ts';
import { notFound, Problem, unknownReport } from '../../platform/errors.ts';
import type { PastBreadth } from '../../reports/breadth/breadth-book.ts';
import type { ReportFacts } from '../../reports/hot-reports.ts';
import { type EncodedAnswer, encodeAnswer } from '../answer.ts';
import { presentHead } from '../report-head.ts';
import type { BreadthParts, StoredSubscription } from './ports.ts';

type Calls = typeof sectorAnalysisCalls;
type SectorAnalysis = AnswerOf<Calls['sectorAnalysis']>;
export type BreadthState = AnswerOf<Calls['sectorAnalysisCheck']>;

const CACHED_ANSWERS = 200;
const NO_BREADTH: Breadth = new Map();
const LOCKED = 'You need update your license';
const FORECAST_WITHOUT_BREADTH = "Breadth isn't counted for forecast reports";
const NOT_COUNTED = "The breadth of this report hasn't been counted yet";

type Reading = Pick<BreadthState, 'ready' | 'share' | 'measured' | 'usual'>;

/** Parses a key. Returns the default key for a missing or invalid text. */
export function breadthKeyOf(text: string | undefined): BreadthKey {
	return text === undefined ? DEFAULT_KEY : (parseKey(text) ?? DEFAULT_KEY);
}

/** Answers with the breadth of reports that the caller can open. */
export function createBreadthAnswers({ reports, source, book, subscriptions, now }: BreadthParts) {
	const analyses = createAnswerCache<string, EncodedAnswer<SectorAnalysis>>({ max: CACHED_ANSWERS });
	const readings = createAnswerCache<string, Reading>({ max: CACHED_ANSWERS });
	const states = createAnswerCache<string, EncodedAnswer<BreadthState>>({ max: CACHED_ANSWERS });
	/** Returns the cache key of a report and the reports compared with it, in their current versions. */
	const cacheKeyOf = ({ time, version }: ReportFacts): string => `${time} ${version} ${reports.changeCount()} ${book.changeCount()}`;

	const requireReport = (time: number, { licence }: CallerAccount): ReportFacts => {
		const facts = reports.at(time);
		if (!facts) throw unknownReport('time', time, now());
		if (!isOpenTo(licence, facts, facts.first)) throw new Problem('denied', { detail: LOCKED });
		if (facts.algo !== 'reverse') throw notFound(FORECAST_WITHOUT_BREADTH);
		return facts;
	};

	/** Returns the newest report that the caller can open, ignoring forecasts. */
	const newest = ({ licence }: CallerAccount): ReportFacts | undefined =>
		reports.newestBetween(0, Number.MAX_SAFE_INTEGER, (facts) => facts.algo === 'reverse' && isOpenTo(licence, facts, facts.first));

	/** Returns the day's reports that the caller can open, up to the given one, oldest first. */
	const dayOf = (facts: ReportFacts, { licence }: CallerAccount): ReportFacts[] =>
		reports
			.between(newYorkToUtc(newYorkDate(facts.time), 0, 0), facts.time)
			.filter((each) => each.algo === 'reverse' && isOpenTo(licence, each, each.first))
			.reverse();

	/** Reads one breadth value of a report. Cached, because the value is the same for all readers and requested with each list. */
	const readCached = (name: string, facts: ReportFacts | undefined, key: BreadthKey): MaybePromise<Reading> => {
		if (!facts) return readingOf(undefined, [], key);
		const read = async (): Promise<Reading> => {
			const [breadth, past] = await Promise.all([book.get(facts), book.comparisons(facts.time)]);
			const made = readingOf(breadth, past, key);
			if (made.ready) readings.set(name, made);
			return made;
		};
		return readings.get(name) ?? read();
	};

	const stateOf = (
		name: string,
		facts: ReportFacts | undefined,
		key: BreadthKey,
		found: Reading,
		subscription: StoredSubscription | undefined,
	): EncodedAnswer<BreadthState> => {
		const cacheKey = `${name} ${subscription ? `${subscription.depth} ${subscription.level} ${subscription.since}` : ''}`;
		const cached = states.get(cacheKey);
		if (cached) return cached;
		const answer = encodeAnswer(sectorAnalysisCalls.sectorAnalysisCheck.answers[200], {
			...presentKey(key),
			time: facts ? isoSeconds(facts.time) : null,
			...found,
			subscription: subscription ? { depth: subscription.depth, level: subscription.level, since: isoSeconds(subscription.since) } : null,
		});
		if (found.ready) states.set(cacheKey, answer);
		return answer;
	};

	return {
		analysis: async (account: CallerAccount, query: Received<Calls['sectorAnalysis']>['query']): Promise<EncodedAnswer<SectorAnalysis>> => {
			const facts = requireReport(query.time, account);
			const key = breadthKeyOf(query.key);
			const { depth } = query;
			const name = `${cacheKeyOf(facts)} ${account.licence} ${keyText(key)} ${depth}`;
			const cached = analyses.get(name);
			if (cached) return cached;
			const breadth = await book.get(facts);
			if (!breadth) throw notFound(NOT_COUNTED);
			const past = await book.comparisons(facts.time);
			const day = await Promise.all(dayOf(facts, account).map(async (each) => ({ time: each.time, breadth: await book.get(each) })));
			const countedReports = day.flatMap(({ time, breadth: counted }) => (counted ? [{ time, breadth: counted }] : []));
			const answer = encodeAnswer(sectorAnalysisCalls.sectorAnalysis.answers[200], {
				report: presentHead(facts, source),
				time: isoSeconds(facts.time),
				...presentKey(key),
				depth,
				...presentCells(breadth, past, key, depth),
				day: presentDay(countedReports, key, depth),
			});
			analyses.set(name, answer);
			return answer;
		},

		/** Returns the state of the caller's newest report. */
		state: (account: CallerAccount, key: BreadthKey): MaybePromise<EncodedAnswer<BreadthState>> => {
			const facts = newest(account);
			const text = keyText(key);
			const name = facts ? `${cacheKeyOf(facts)} ${text}` : text;
			return mapMaybePromise(subscriptions.of(account.id), (own) =>
				mapMaybePromise(readCached(name, facts, key), (found) => stateOf(name, facts, key, found, own.get(text))),
			);
		},
	};
}

function readingOf(breadth: Breadth | undefined, past: readonly PastBreadth[], key: BreadthKey): Reading {
	const earlier = past.map((each) => each.breadth);
	const { share, measured, usual } = readBreadth(breadth ?? NO_BREADTH, earlier, key, MIN_DEPTH);
	return { ready: breadth !== undefined, share, measured, usual: { ...usual } };
}

export function requestedKey({ category, interval, marketcap, type }: Received<Calls['sectorAnalysisCheck']>['query']): BreadthKey {
	return {
		slice: sliceNamed(category),
		timeframe: timeframeNamed(interval),
		marketcap,
		type,
	};
}

type Analysis = AnswerOf<(typeof sectorAnalysisCalls)['sectorAnalysis']>;
type BreadthGroup = Pick<BreadthKey, 'marketcap' | 'type'>;

function presentKey(key: BreadthKey) {
	return {
		key: keyText(key),
		category: key.slice,
		interval: key.timeframe,
		marketcap: key.marketcap,
		type: key.type,
	};
}

function presentCells(
	breadth: Breadth,
	past: readonly PastBreadth[],
	choice: BreadthGroup,
	depth: number,
): Pick<Analysis, 'tickers' | 'cells' | 'days'> {
	const days = past.map(({ time, breadth: before, reconstructed }) => ({
		date: newYorkDate(time),
		time: isoSeconds(time),
		reconstructed,
		shares: sharesOf(before, choice, depth),
	}));
	let tickers = 0;
	const cells = TIMEFRAMES.flatMap(({ name: interval }, timeframe) =>
		BREADTH_SLICES.map((category, slice) => {
			const cell = breadthCell(breadth, choice, timeframe, slice);
			tickers = cell.measured + cell.unmeasured;
			const place = timeframe * BREADTH_SLICES.length + slice;
			return {
				category,
				interval,
				depths: [...cell.depths],
				unmeasured: cell.unmeasured,
				measured: cell.measured,
				share: shareAtLeast(cell, depth),
				usual: { ...usualShare(days.map(({ shares }) => shares[place] ?? null)) },
			};
		}),
	);
	return { tickers, cells, days };
}

/** Returns the shares of every slice on every timeframe, in the sequence of the answer's cells. */
function sharesOf(breadth: Breadth, choice: BreadthGroup, depth: number): (number | null)[] {
	return TIMEFRAMES.flatMap((_, timeframe) =>
		BREADTH_SLICES.map((__, slice) => shareAtLeast(breadthCell(breadth, choice, timeframe, slice), depth)),
	);
}

function presentDay(reports: readonly { time: number; breadth: Breadth }[], choice: BreadthGroup, depth: number): Analysis['day'] {
	return reports.map(({ time, breadth }) => ({ time: isoSeconds(time), shares: sharesOf(breadth, choice, depth) }));
}
