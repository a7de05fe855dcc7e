import type { Knowledge } from '@sw/domain/filings/filing-book';
import { ALL_ISSUERS, type StoredSpan } from '@sw/store/postgres/records/filings';

/** Over which times all filings are stored, by issuer and for all of them. */
export interface CoverageSpans {
	take(spans: readonly StoredSpan[]): void;
	/**
	 * The earliest instant from which coverage reaches `to` without a gap; undefined where `to` itself isn't covered. What the feed was followed for counts
	 * from `since` on, as filings of other issuers aren't kept. 'live': spans that were known at `at`.
	 */
	reach(cik: number, to: number, since: number, at: number, knowledge: Knowledge): number | undefined;
	/** Whether the issuer's history was loaded by then. */
	isLoaded(cik: number, at: number, knowledge: Knowledge): boolean;
	/** End of what is stored of an issuer's own history, or of what was followed of all; undefined without any. */
	end(cik: number): number | undefined;
}

const NONE: readonly StoredSpan[] = [];

export function createCoverageSpans(): CoverageSpans {
	const known = new Map<number, StoredSpan[]>();
	const isKnown = ({ knownAt }: StoredSpan, at: number, knowledge: Knowledge): boolean =>
		knowledge === 'reconstructed' || knownAt == null || knownAt <= at;
	return {
		take(spans) {
			for (const span of spans) {
				const list = known.get(span.cik);
				if (!list) known.set(span.cik, [span]);
				else {
					const at = list.findIndex(({ fromAt }) => fromAt === span.fromAt);
					if (at < 0) list.push(span);
					else list[at] = span;
				}
			}
		},
		reach(cik, to, since, at, knowledge) {
			const own = cik === ALL_ISSUERS ? NONE : (known.get(cik) ?? NONE);
			const followed = known.get(ALL_ISSUERS) ?? NONE;
			let reached: number | undefined;
			for (let before = to; ; before = reached) {
				let from = before;
				let isCovered = false;
				const look = (span: StoredSpan, earliest: number): void => {
					const start = Math.max(span.fromAt, earliest);
					if (start > before || span.toAt < before || !isKnown(span, at, knowledge)) return;
					isCovered = true;
					if (start < from) from = start;
				};
				for (const span of own) look(span, Number.NEGATIVE_INFINITY);
				// The newest are last, and the ones asked for most.
				for (let i = followed.length - 1; i >= 0; i--) look(followed[i] as StoredSpan, since);
				if (!isCovered) return reached;
				if (from === before) return from;
				reached = from;
			}
		},
		end: (cik) => known.get(cik)?.reduce((end, { toAt }) => Math.max(end, toAt), 0),
		isLoaded: (cik, at, knowledge) => (known.get(cik) ?? NONE).some((span) => isKnown(span, at, knowledge)),
	};
}
