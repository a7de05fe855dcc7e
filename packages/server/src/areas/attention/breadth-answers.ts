import { sectorAnalysisCalls } from '@sw/contract/attention/sector-analysis';
import type { AnswerOf, HandlerInput } from '@sw/contract/base/define';
import type { CallerAccount } from '@sw/domain/access/caller';
import {
	BREADTH_SLICES,
	type Breadth,
	type BreadthKey,
	compareBreadth,
	computeBreadthCell,
	computeUsualShare,
	DEFAULT_KEY,
	formatKey,
	MIN_DEPTH,
	parseKey,
	shareAtLeast,
} from '@sw/domain/attention/breadth';
import { toBreadthSlice, toBreadthTimeframe } from '@sw/domain/attention/breadth-words';
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

const MAX_CACHED_ANSWERS = 200;
const NO_BREADTH: Breadth = new Map();
const LOCKED = 'You need update your license';
const FORECAST_WITHOUT_BREADTH = "Breadth isn't counted for forecast reports";
const NOT_COUNTED = "The breadth of this report hasn't been counted yet";

type BreadthValue = Pick<BreadthState, 'ready' | 'share' | 'measured' | 'usual'>;

/** Parses a key. Returns the default key for a missing or invalid text. */
export function parseKeyOrDefault(text: string | undefined): BreadthKey {
	return text === undefined ? DEFAULT_KEY : (parseKey(text) ?? DEFAULT_KEY);
}

/** Creates functions that answer with the breadth of reports that the caller can open. */
export function createBreadthAnswers({ reports, source, book, subscriptions, now }: BreadthParts) {
	const analyses = createAnswerCache<string, EncodedAnswer<SectorAnalysis>>({ max: MAX_CACHED_ANSWERS });
	const values = createAnswerCache<string, BreadthValue>({ max: MAX_CACHED_ANSWERS });
	const states = createAnswerCache<string, EncodedAnswer<BreadthState>>({ max: MAX_CACHED_ANSWERS });
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
	const findNewest = ({ licence }: CallerAccount): ReportFacts | undefined =>
		reports.newestBetween(0, Number.MAX_SAFE_INTEGER, (facts) => facts.algo === 'reverse' && isOpenTo(licence, facts, facts.first));

	/** Returns the day's reports that the caller can open, up to the given one, oldest first. */
	const listReportsOfDay = (facts: ReportFacts, { licence }: CallerAccount): ReportFacts[] =>
		reports
			.between(newYorkToUtc(newYorkDate(facts.time), 0, 0), facts.time)
			.filter((report) => report.algo === 'reverse' && isOpenTo(licence, report, report.first))
			.reverse();

	/** Reads one breadth value of a report. Cached, because the value is the same for all readers and requested with each list. */
	const readCached = (cacheKey: string, facts: ReportFacts | undefined, key: BreadthKey): MaybePromise<BreadthValue> => {
		if (!facts) return computeValue(undefined, [], key);
		const read = async (): Promise<BreadthValue> => {
			const [breadth, pastBreadths] = await Promise.all([book.get(facts), book.readComparisons(facts.time)]);
			const value = computeValue(breadth, pastBreadths, key);
			if (value.ready) values.set(cacheKey, value);
			return value;
		};
		return values.get(cacheKey) ?? read();
	};

	const presentState = (
		valueCacheKey: string,
		facts: ReportFacts | undefined,
		key: BreadthKey,
		value: BreadthValue,
		subscription: StoredSubscription | undefined,
	): EncodedAnswer<BreadthState> => {
		const cacheKey = `${valueCacheKey} ${subscription ? `${subscription.depth} ${subscription.level} ${subscription.since}` : ''}`;
		const cached = states.get(cacheKey);
		if (cached) return cached;
		const answer = encodeAnswer(sectorAnalysisCalls.sectorAnalysisCheck.answers[200], {
			...presentKey(key),
			time: facts ? isoSeconds(facts.time) : null,
			...value,
			subscription: subscription ? { depth: subscription.depth, level: subscription.level, since: isoSeconds(subscription.since) } : null,
		});
		if (value.ready) states.set(cacheKey, answer);
		return answer;
	};

	return {
		analysis: async (
			account: CallerAccount,
			query: HandlerInput<Calls['sectorAnalysis']>['query'],
		): Promise<EncodedAnswer<SectorAnalysis>> => {
			const facts = requireReport(query.time, account);
			const key = parseKeyOrDefault(query.key);
			const { depth } = query;
			const cacheKey = `${cacheKeyOf(facts)} ${account.licence} ${formatKey(key)} ${depth}`;
			const cached = analyses.get(cacheKey);
			if (cached) return cached;
			const breadth = await book.get(facts);
			if (!breadth) throw notFound(NOT_COUNTED);
			const pastBreadths = await book.readComparisons(facts.time);
			const dayReports = await Promise.all(
				listReportsOfDay(facts, account).map(async (each) => ({ time: each.time, breadth: await book.get(each) })),
			);
			const countedReports = dayReports.flatMap(({ time, breadth: counted }) => (counted ? [{ time, breadth: counted }] : []));
			const answer = encodeAnswer(sectorAnalysisCalls.sectorAnalysis.answers[200], {
				report: presentHead(facts, source),
				time: isoSeconds(facts.time),
				...presentKey(key),
				depth,
				...presentCells(breadth, pastBreadths, key, depth),
				day: presentDay(countedReports, key, depth),
			});
			analyses.set(cacheKey, answer);
			return answer;
		},

		/** Returns the state of the caller's newest report. */
		state: (account: CallerAccount, key: BreadthKey): MaybePromise<EncodedAnswer<BreadthState>> => {
			const facts = findNewest(account);
			const text = formatKey(key);
			const valueCacheKey = facts ? `${cacheKeyOf(facts)} ${text}` : text;
			return mapMaybePromise(subscriptions.get(account.id), (subscriptionsByKey) =>
				mapMaybePromise(readCached(valueCacheKey, facts, key), (value) =>
					presentState(valueCacheKey, facts, key, value, subscriptionsByKey.get(text)),
				),
			);
		},
	};
}

function computeValue(breadth: Breadth | undefined, past: readonly PastBreadth[], key: BreadthKey): BreadthValue {
	const pastBreadths = past.map((each) => each.breadth);
	const { share, measured, usual } = compareBreadth(breadth ?? NO_BREADTH, pastBreadths, key, MIN_DEPTH);
	return { ready: breadth !== undefined, share, measured, usual: { ...usual } };
}

export function parseRequestedKey({
	category,
	interval,
	marketcap,
	type,
}: HandlerInput<Calls['sectorAnalysisCheck']>['query']): BreadthKey {
	return {
		slice: toBreadthSlice(category),
		timeframe: toBreadthTimeframe(interval),
		marketcap,
		type,
	};
}

type Analysis = AnswerOf<(typeof sectorAnalysisCalls)['sectorAnalysis']>;
type BreadthGroup = Pick<BreadthKey, 'marketcap' | 'type'>;

function presentKey(key: BreadthKey) {
	return {
		key: formatKey(key),
		category: key.slice,
		interval: key.timeframe,
		marketcap: key.marketcap,
		type: key.type,
	};
}

function presentCells(
	breadth: Breadth,
	pastBreadths: readonly PastBreadth[],
	group: BreadthGroup,
	depth: number,
): Pick<Analysis, 'tickers' | 'cells' | 'days'> {
	const days = pastBreadths.map(({ time, breadth: pastBreadth, reconstructed }) => ({
		date: newYorkDate(time),
		time: isoSeconds(time),
		reconstructed,
		shares: computeShares(pastBreadth, group, depth),
	}));
	let tickers = 0;
	const cells = TIMEFRAMES.flatMap(({ name: interval }, timeframe) =>
		BREADTH_SLICES.map((category, slice) => {
			const cell = computeBreadthCell(breadth, group, timeframe, slice);
			tickers = cell.measured + cell.unmeasured;
			const index = timeframe * BREADTH_SLICES.length + slice;
			return {
				category,
				interval,
				depths: [...cell.depths],
				unmeasured: cell.unmeasured,
				measured: cell.measured,
				share: shareAtLeast(cell, depth),
				usual: { ...computeUsualShare(days.map(({ shares }) => shares[index] ?? null)) },
			};
		}),
	);
	return { tickers, cells, days };
}

/** Returns the shares of every slice on every timeframe, in the sequence of the answer's cells. */
function computeShares(breadth: Breadth, group: BreadthGroup, depth: number): (number | null)[] {
	return TIMEFRAMES.flatMap((_, timeframe) =>
		BREADTH_SLICES.map((__, slice) => shareAtLeast(computeBreadthCell(breadth, group, timeframe, slice), depth)),
	);
}

function presentDay(reports: readonly { time: number; breadth: Breadth }[], group: BreadthGroup, depth: number): Analysis['day'] {
	return reports.map(({ time, breadth }) => ({ time: isoSeconds(time), shares: computeShares(breadth, group, depth) }));
}
