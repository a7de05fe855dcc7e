import { analyticsCalls } from '@sw/contract/attention/attention';
import type { AnswerOf } from '@sw/contract/base/define';
import { liftOf } from '@sw/domain/attention/measure';
import { isoSeconds } from '@sw/domain/time/format';
import { createAnswerCache } from '../../platform/cache/answer-caches.ts';
import { type MaybePromise, mapMaybePromise } from '../../platform/concurrency/maybe-promise.ts';
import { type Encoded, encoded } from '../answer.ts';
import type { AnalyticsParts } from './ports.ts';
import { finiteOrNull, type Head, presentInterval, presentRow, presentSubject, shownColumns } from './present.ts';

type Leaders = AnswerOf<(typeof analyticsCalls)['analyticsLeaders']>;
type Urgent = AnswerOf<(typeof analyticsCalls)['analyticsUrgent']>;

/** Rows of each table. */
const ROWS = 20;
const KEPT = 8;

/** The two tables without parameters: the largest increases, and tickers above every value of their last month. */
export function createAttentionTables(parts: AnalyticsParts, capitalizations: () => Float64Array, headNow: () => Head) {
	const { attention } = parts;
	const kept = createAnswerCache<string, { caps: Float64Array; made: Encoded<Leaders | Urgent> }>({ max: KEPT });
	const shared = <A extends Leaders | Urgent, M>(
		key: string,
		caps: Float64Array,
		measured: () => MaybePromise<M>,
		build: (measured: M) => Encoded<A>,
	): MaybePromise<Encoded<A>> => {
		const before = kept.get(key);
		if (before?.caps === caps) return before.made as Encoded<A>;
		return mapMaybePromise(measured(), (found) => {
			const made = build(found);
			kept.set(key, { caps, made });
			return made;
		});
	};
	return {
		leaders: (approximated: boolean): MaybePromise<Leaders | Encoded<Leaders>> => {
			const { until, shown: head, key } = headNow();
			if (until === undefined) return { ...head, ...presentInterval(undefined), is_approximated: approximated, compared: 0, items: [] };
			const caps = capitalizations();
			const measured = () => attention.columns({ timeframe: 'day', source: undefined, withRetweets: false }, until);
			return shared(`leaders ${approximated} ${key}`, caps, measured, (columns) => {
				const shown = shownColumns(columns, approximated);
				const compared = Uint32Array.from({ length: columns.rows }, (_, row) => row).filter((row) => Number.isFinite(shown.lift[row]));
				const lift = (row: number): number => shown.lift[row]!;
				const rows = compared.toSorted((a, b) => lift(b) - lift(a) || a - b).filter((row) => lift(row) > 1);
				return encoded(analyticsCalls.analyticsLeaders.answers[200], {
					...head,
					...presentInterval(columns),
					is_approximated: approximated,
					compared: compared.length,
					items: Array.from(rows.subarray(0, ROWS), (row) => presentRow(parts, columns, shown, caps, row)),
				});
			});
		},

		urgent: (): MaybePromise<Urgent | Encoded<Urgent>> => {
			const { until, shown: head, key } = headNow();
			if (until === undefined) return { ...head, hour: null, tested: 0, expected: 0, usual: null, total_count: 0, items: [] };
			const caps = capitalizations();
			const measured = () => attention.urgent({ source: undefined, withRetweets: false }, until);
			return shared(`urgent ${key}`, caps, measured, (found) => {
				const { before } = found;
				return encoded(analyticsCalls.analyticsUrgent.answers[200], {
					...head,
					hour: isoSeconds(found.hour),
					tested: found.tested,
					expected: found.expected,
					usual:
						before.length === 0
							? null
							: { days: before.length, mean: before.reduce((sum, n) => sum + n, 0) / before.length, most: Math.max(...before) },
					total_count: found.rows.length,
					items: Array.from(found.rows.subarray(0, ROWS), (row) => {
						const [count, threshold] = [found.count[row]!, found.threshold[row]!];
						return {
							...presentSubject(parts, caps, row, found.sources),
							mentions: count,
							threshold,
							hours: found.hours[row]!,
							authors: finiteOrNull(found.authors[row]!),
							lift: liftOf(count, threshold),
						};
					}),
				});
			});
		},
	};
}
