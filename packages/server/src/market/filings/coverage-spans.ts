import type { Knowledge } from '@sw/domain/filings/filing-book';
import { ALL_ISSUERS, type StoredSpan } from '@sw/store/postgres/records/filings';

/** Spans of time in which all filings of an issuer, or of all issuers, are stored. */
export interface CoverageSpans {
	/** Adds spans; one with the same issuer and start is replaced. */
	add(spans: readonly StoredSpan[]): void;
	/**
	 * The earliest instant from which an issuer is covered up to `to` without a gap; undefined if `to` itself isn't covered. Spans of the feed count only from
	 * `since` on, the instant from which the issuer is followed, because filings of other issuers aren't stored. `live`: only spans known at `at` count.
	 */
	coveredFrom(cik: number, to: number, since: number, at: number, knowledge: Knowledge): number | undefined;
	/** A fast version of `coveredFrom` for many issuers, by index: Infinity if `to` isn't covered. Caches results that depend only on final spans. */
	createCoverageLookup(to: number, at: number, knowledge: Knowledge): (issuer: number, since: number) => number;
	/** Whether the issuer's own history was loaded at `at`. `issuer`: index. */
	isLoaded(issuer: number, at: number, knowledge: Knowledge): boolean;
	/** End of the stored spans of an issuer, or of the feed for ALL_ISSUERS; undefined if there are none. */
	end(cik: number): number | undefined;
}

const NO_SPANS: readonly StoredSpan[] = [];
const NOT_COVERED = Number.POSITIVE_INFINITY;
const NOT_LOADED = Number.NEGATIVE_INFINITY;
const INITIAL_SIZE = 1024;

/** Creates columns about issuers' own histories, by index of the issuer. */
function createHistoryColumns(size: number) {
	return {
		cik: new Float64Array(size),
		/** Latest end of the issuer's spans; NOT_LOADED without spans. */
		end: new Float64Array(size).fill(NOT_LOADED),
		/** When the last of the issuer's spans became known. */
		knownFrom: new Float64Array(size),
		/** Cached lookup: `coverageStart` is where coverage up to `instant` begins, for `since`, once all spans are known. NaN: none cached. */
		instant: new Float64Array(size).fill(Number.NaN),
		since: new Float64Array(size),
		coverageStart: new Float64Array(size),
	};
}

/** `indexOf` returns the index of an issuer. */
export function createCoverageSpans(indexOf: (cik: number) => number): CoverageSpans {
	const spansByIssuer = new Map<number, StoredSpan[]>();
	let histories = createHistoryColumns(INITIAL_SIZE);
	/** When the last span of the feed became known. */
	let feedKnownFrom = 0;

	const isKnown = ({ knownAt }: StoredSpan, at: number, knowledge: Knowledge): boolean =>
		knowledge === 'reconstructed' || knownAt == null || knownAt <= at;
	const addHistorySpan = ({ cik, toAt, knownAt }: StoredSpan): void => {
		const issuer = indexOf(cik);
		if (issuer >= histories.end.length) {
			const larger = createHistoryColumns(2 ** Math.ceil(Math.log2(issuer + 1)));
			for (const name of Object.keys(histories) as (keyof typeof histories)[]) larger[name].set(histories[name]);
			histories = larger;
		}
		histories.cik[issuer] = cik;
		histories.end[issuer] = Math.max(histories.end[issuer]!, toAt);
		histories.knownFrom[issuer] = Math.max(histories.knownFrom[issuer]!, knownAt ?? 0);
		histories.instant[issuer] = Number.NaN;
	};
	const findCoveredFrom: CoverageSpans['coveredFrom'] = (cik, to, since, at, knowledge) => {
		const spans = cik === ALL_ISSUERS ? NO_SPANS : (spansByIssuer.get(cik) ?? NO_SPANS);
		const feedSpans = spansByIssuer.get(ALL_ISSUERS) ?? NO_SPANS;
		let coveredFrom: number | undefined;
		for (let end = to; ; end = coveredFrom) {
			let from = end;
			let isCovered = false;
			const extendBy = (span: StoredSpan, earliest: number): void => {
				const start = Math.max(span.fromAt, earliest);
				if (start > end || span.toAt < end || !isKnown(span, at, knowledge)) return;
				isCovered = true;
				if (start < from) from = start;
			};
			for (const span of spans) extendBy(span, Number.NEGATIVE_INFINITY);
			// Newest first, because the newest spans are requested most.
			for (let i = feedSpans.length - 1; i >= 0; i--) extendBy(feedSpans[i] as StoredSpan, since);
			if (!isCovered) return coveredFrom;
			if (from === end) return from;
			coveredFrom = from;
		}
	};

	return {
		add(spans) {
			for (const span of spans) {
				const list = spansByIssuer.get(span.cik) ?? [];
				spansByIssuer.set(span.cik, list);
				const at = list.findIndex(({ fromAt }) => fromAt === span.fromAt);
				// The feed's newest span grows every minute, which doesn't change where coverage up to an earlier instant begins.
				const isGrowth = at >= 0 && span.toAt >= list[at]!.toAt && list.every(({ fromAt }) => fromAt <= span.fromAt);
				if (at < 0) list.push(span);
				else list[at] = span;
				if (span.cik !== ALL_ISSUERS) {
					addHistorySpan(span);
					continue;
				}
				feedKnownFrom = Math.max(feedKnownFrom, span.knownAt ?? 0);
				if (!isGrowth) histories.instant.fill(Number.NaN);
			}
		},
		coveredFrom: findCoveredFrom,
		createCoverageLookup(to, at, knowledge) {
			const feedCoveredFrom = findCoveredFrom(ALL_ISSUERS, to, Number.NEGATIVE_INFINITY, at, knowledge) ?? NOT_COVERED;
			const isFeedKnown = knowledge === 'reconstructed' || feedKnownFrom <= at;
			return (issuer, since) => {
				const issuerFeedStart = since <= to ? Math.max(feedCoveredFrom, since) : NOT_COVERED;
				const end = histories.end[issuer] ?? NOT_LOADED;
				if (end === NOT_LOADED || (issuerFeedStart === NOT_COVERED && end < to)) return issuerFeedStart;
				const cik = histories.cik[issuer]!;
				const isAllKnown = isFeedKnown && (knowledge === 'reconstructed' || histories.knownFrom[issuer]! <= at);
				if (issuerFeedStart === NOT_COVERED || !isAllKnown) return findCoveredFrom(cik, to, since, at, knowledge) ?? NOT_COVERED;
				if (histories.instant[issuer] !== issuerFeedStart || histories.since[issuer] !== since) {
					histories.instant[issuer] = issuerFeedStart;
					histories.since[issuer] = since;
					histories.coverageStart[issuer] = findCoveredFrom(cik, issuerFeedStart, since, at, 'reconstructed') ?? issuerFeedStart;
				}
				return histories.coverageStart[issuer]!;
			};
		},
		end: (cik) => spansByIssuer.get(cik)?.reduce((end, { toAt }) => Math.max(end, toAt), 0),
		isLoaded: (issuer, at, knowledge) => {
			if ((histories.end[issuer] ?? NOT_LOADED) === NOT_LOADED) return false;
			if (knowledge === 'reconstructed' || histories.knownFrom[issuer]! <= at) return true;
			return (spansByIssuer.get(histories.cik[issuer]!) ?? NO_SPANS).some((span) => isKnown(span, at, knowledge));
		},
	};
}
