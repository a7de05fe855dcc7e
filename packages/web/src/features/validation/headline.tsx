import { formatBasisPoints, formatRange, hasEnoughOccurrences, MIN_OCCURRENCES } from '../../entities/record/statistics.ts';
import { formatVerdict } from '../../entities/record/verdict.ts';
import { reachWords, recordWords } from '../../entities/record/words.ts';
import type { Validation } from '../../lib/api/types.ts';
import { formatCount, formatShare } from '../../lib/format/numbers.ts';
import { DotSeparated } from '../../ui/content/dot-separated.tsx';
import panel from '../../ui/panel.module.css';
import { Retry } from '../../ui/states/load-failed.tsx';
import { Progress } from '../../ui/states/progress.tsx';
import type { SignalRecord } from './queries.ts';
import css from './validation.module.css';
import { validationWords as words } from './words.ts';

/**
 * Shows the hit rate at the main horizon with interval, base rate, sample size and verdict. Details about certainty are collapsed. With too few occurrences,
 * no rate is shown.
 */
export function Headline({ validation }: { validation: Validation }) {
	const mainResult = validation.results[validation.main];
	if (!mainResult || !hasEnoughOccurrences(mainResult)) {
		return (
			<div className={css['few']}>
				<b>{words.few}</b>
				<p className={panel['note']}>{words.fewDetail(mainResult?.n ?? 0, MIN_OCCURRENCES)}</p>
			</div>
		);
	}
	return (
		<>
			<DotSeparated
				className={css['headline']}
				parts={[
					<>
						<b>{formatShare(mainResult.hit_rate)}</b> {words.hits(mainResult.horizon)}
					</>,
					words.interval(formatRange(mainResult.interval)),
				]}
			/>
			<DotSeparated
				className={panel['note']}
				parts={[
					words.base(formatShare(mainResult.base_rate)),
					words.sample(formatCount(mainResult.n), formatCount(Math.round(mainResult.n_eff))),
					reachWords.sees(mainResult),
				]}
			/>
			{mainResult.before_costs ? (
				<p className={panel['note']}>
					{words.beforeCosts(
						formatCount(mainResult.before_costs.hits),
						formatBasisPoints(mainResult.before_costs.mean),
						formatBasisPoints(mainResult.mean),
						formatBasisPoints(mainResult.before_costs.cost).replace('+', ''),
						formatShare(mainResult.before_costs.edge),
					)}
				</p>
			) : null}
			<p className={css['verdict']}>{formatVerdict(mainResult)}</p>
			<details className={css['details']}>
				<summary>{words.details}</summary>
				<p className={panel['note']}>{reachWords.sequence(mainResult)}</p>
				{validation.bootstrap ? <p className={panel['note']}>{words.bootstrap(formatRange(validation.bootstrap))}</p> : null}
				{mainResult.p_value === null ? null : <p className={panel['note']}>{recordWords.chance(mainResult.p_value)}</p>}
				<p className={panel['note']}>{recordWords.luckLine(formatShare(mainResult.luck.line), mainResult.luck.variants)}</p>
			</details>
		</>
	);
}

/** Shows the progress of a record that is loading, or why it failed to load. */
export function RecordWaiting({
	record: { progress, error, refusal, retry },
}: {
	record: Pick<SignalRecord, 'progress' | 'error' | 'refusal' | 'retry'>;
}) {
	return error ? (
		<div className={panel['note']} role="status">
			<p>{refusal ?? words.failedNext}</p>
			{refusal === undefined ? <Retry retry={retry}>{words.retry}</Retry> : null}
		</div>
	) : (
		<div className={css['recordWaiting']} aria-busy="true">
			{progress?.state === 'waiting' ? (
				<p className={panel['note']}>{words.waiting}</p>
			) : (
				<Progress share={progress?.progress ?? 0} words={words.working} />
			)}
		</div>
	);
}
