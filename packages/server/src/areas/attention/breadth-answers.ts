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
	LEAST_DEPTH,
	parseKey,
	readBreadth,
	shareFrom,
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
import { type Encoded, encoded } from '../answer.ts';
import { presentHead } from '../report-head.ts';
import type { BreadthParts, StoredSubscription } from './ports.ts';

type Calls = typeof sectorAnalysisCalls;
type SectorAnalysis = AnswerOf<Calls['sectorAnalysis']>;
export type BreadthState = AnswerOf<Calls['sectorAnalysisCheck']>;

const KEPT = 200;
const NOTHING: Breadth = new Map();
const LOCKED = 'You need update your license';
const OF_A_FORECAST = "Breadth isn't counted for forecast reports";
const NOT_COUNTED = "The breadth of this report hasn't been counted yet";

type Reading = Pick<BreadthState, 'ready' | 'share' | 'measured' | 'usual'>;

/** The default key for a missing or invalid text. */
export function keyOf(text: string | undefined): BreadthKey {
	return text === undefined ? DEFAULT_KEY : (parseKey(text) ?? DEFAULT_KEY);
}

/** Breadth of reports that the caller can open. */
export function createBreadthAnswers({ reports, source, book, subscriptions, now }: BreadthParts) {
	const kept = createAnswerCache<string, Encoded<SectorAnalysis>>({ max: KEPT });
	const readings = createAnswerCache<string, Reading>({ max: KEPT });
	const states = createAnswerCache<string, Encoded<BreadthState>>({ max: KEPT });
	/** Cache key of a report and the reports that it is compared with, in their current versions. */
	const nameOf = ({ time, version }: ReportFacts): string => `${time} ${version} ${reports.changes()} ${book.changes()}`;

	const opened = (time: number, { licence }: CallerAccount): ReportFacts => {
		const facts = reports.at(time);
		if (!facts) throw unknownReport('time', time, now());
		if (!isOpenTo(licence, facts, facts.first)) throw new Problem('denied', { detail: LOCKED });
		if (facts.algo !== 'reverse') throw notFound(OF_A_FORECAST);
		return facts;
	};

	/** The newest report that the caller can open, ignoring forecasts. */
	const newest = ({ licence }: CallerAccount): ReportFacts | undefined =>
		reports.newestBetween(0, Number.MAX_SAFE_INTEGER, (facts) => facts.algo === 'reverse' && isOpenTo(licence, facts, facts.first));

	/** The reports of the day up to the given one, oldest first. */
	const dayOf = (facts: ReportFacts, { licence }: CallerAccount): ReportFacts[] =>
		reports
			.between(newYorkToUtc(newYorkDate(facts.time), 0, 0), facts.time)
			.filter((each) => each.algo === 'reverse' && isOpenTo(licence, each, each.first))
			.reverse();

	/** One breadth value of a report. Cached, because it is the same for all readers and requested with each of their lists. */
	const reading = (name: string, facts: ReportFacts | undefined, key: BreadthKey): MaybePromise<Reading> => {
		if (!facts) return readingOf(undefined, [], key);
		const read = async (): Promise<Reading> => {
			const [breadth, past] = await Promise.all([book.get(facts), book.before(facts.time)]);
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
	): Encoded<BreadthState> => {
		const own = `${name} ${subscription ? `${subscription.depth} ${subscription.level} ${subscription.since}` : ''}`;
		const before = states.get(own);
		if (before) return before;
		const made = encoded(sectorAnalysisCalls.sectorAnalysisCheck.answers[200], {
			...presentKey(key),
			time: facts ? isoSeconds(facts.time) : null,
			...found,
			subscription: subscription ? { depth: subscription.depth, level: subscription.level, since: isoSeconds(subscription.since) } : null,
		});
		if (found.ready) states.set(own, made);
		return made;
	};

	return {
		analysis: async (account: CallerAccount, query: Received<Calls['sectorAnalysis']>['query']): Promise<Encoded<SectorAnalysis>> => {
			const facts = opened(query.time, account);
			const key = keyOf(query.key);
			const { depth } = query;
			const name = `${nameOf(facts)} ${account.licence} ${keyText(key)} ${depth}`;
			const before = kept.get(name);
			if (before) return before;
			const breadth = await book.get(facts);
			if (!breadth) throw notFound(NOT_COUNTED);
			const past = await book.before(facts.time);
			const day = await Promise.all(dayOf(facts, account).map(async (each) => ({ time: each.time, breadth: await book.get(each) })));
			const known = day.flatMap(({ time, breadth: counted }) => (counted ? [{ time, breadth: counted }] : []));
			const made = encoded(sectorAnalysisCalls.sectorAnalysis.answers[200], {
				report: presentHead(facts, source),
				time: isoSeconds(facts.time),
				...presentKey(key),
				depth,
				...presentCells(breadth, past, key, depth),
				day: presentDay(known, key, depth),
			});
			kept.set(name, made);
			return made;
		},

		/** State of the caller's newest report. */
		state: (account: CallerAccount, key: BreadthKey): MaybePromise<Encoded<BreadthState>> => {
			const facts = newest(account);
			const text = keyText(key);
			const name = facts ? `${nameOf(facts)} ${text}` : text;
			return mapMaybePromise(subscriptions.of(account.id), (own) =>
				mapMaybePromise(reading(name, facts, key), (found) => stateOf(name, facts, key, found, own.get(text))),
			);
		},
	};
}

function readingOf(breadth: Breadth | undefined, past: readonly PastBreadth[], key: BreadthKey): Reading {
	const earlier = past.map((each) => each.breadth);
	const { share, measured, usual } = readBreadth(breadth ?? NOTHING, earlier, key, LEAST_DEPTH);
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
type Choice = Pick<BreadthKey, 'marketcap' | 'type'>;

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
	choice: Choice,
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
				share: shareFrom(cell, depth),
				usual: { ...usualShare(days.map(({ shares }) => shares[place] ?? null)) },
			};
		}),
	);
	return { tickers, cells, days };
}

/** Shares of every slice on every timeframe, in the order of the answer's cells. */
function sharesOf(breadth: Breadth, choice: Choice, depth: number): (number | null)[] {
	return TIMEFRAMES.flatMap((_, timeframe) =>
		BREADTH_SLICES.map((__, slice) => shareFrom(breadthCell(breadth, choice, timeframe, slice), depth)),
	);
}

function presentDay(reports: readonly { time: number; breadth: Breadth }[], choice: Choice, depth: number): Analysis['day'] {
	return reports.map(({ time, breadth }) => ({ time: isoSeconds(time), shares: sharesOf(breadth, choice, depth) }));
}
