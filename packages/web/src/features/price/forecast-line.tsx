import type { UseQueryResult } from '@tanstack/react-query';
import type { Fan } from '../../lib/api/types.ts';
import { formatCount, formatFixed, formatShare } from '../../lib/format/numbers.ts';
import { DotSeparated } from '../../ui/content/dot-separated.tsx';
import { TableHeader } from '../../ui/content/scroll-box.tsx';
import panel from '../../ui/panel.module.css';
import css from './price.module.css';
import { chartWords } from './words.ts';

const words = chartWords.forecast;

export type HorizonRecord = Fan['measured'][number];

/** Shows the track record of the fan's bands in one line, or why there is no fan. */
export function ForecastLine({ query }: { query: Pick<UseQueryResult<Fan | keyof typeof words.none>, 'data' | 'isError'> }) {
	const { data: fan, isError } = query;
	if (fan === undefined || typeof fan === 'string')
		return (
			<p className={css['forecast']} aria-busy={!isError && fan === undefined}>
				{isError ? words.failed : fan === undefined ? words.waiting : words.none[fan]}
			</p>
		);
	const record = findLongestRecord(fan);
	if (!record) return <p className={css['forecast']}>{words.unmeasured}</p>;
	return (
		<DotSeparated
			className={css['forecast']}
			parts={[
				<>
					<b>{words.coverage(formatShare(record.coverage_80))}</b>
					{record.alarm ? ` (${words.alarm})` : ''}
				</>,
				words.ratio(formatRatio(record.ratio)),
				words.sample(formatCount(record.n), record.horizon),
			]}
		/>
	);
}

/** Shows the track record of every horizon in a table. */
export function ForecastTable({ fan }: { fan: Fan }) {
	const pitShares = findLongestRecord(fan)?.pit;
	return (
		<details className={css['bars']}>
			<summary>{words.details}</summary>
			<table className={panel['table']}>
				<TableHeader names={Object.values(words.columns)} />
				<tbody>
					{fan.measured.map(({ horizon, coverage_80, coverage_95, ratio, crps, crps_baseline, t, n, alarm }) => (
						<tr key={horizon}>
							<th scope="row">{horizon}</th>
							<td>{formatShare(coverage_80)}</td>
							<td>
								{formatShare(coverage_95)}
								{alarm ? ` (${words.alarm})` : ''}
							</td>
							<td>{formatRatio(ratio)}</td>
							<td>{formatRatio(crps !== null && crps_baseline ? crps / crps_baseline : null)}</td>
							<td>{t === null ? '' : formatFixed(t, 1)}</td>
							<td>{formatCount(n)}</td>
						</tr>
					))}
				</tbody>
			</table>
			{pitShares ? <p className={panel['note']}>{words.pit(pitShares.map((share) => formatFixed(100 * share, 1)).join(', '))}</p> : null}
			<p className={panel['note']}>
				{words.hint} {words.drift(fan.drift.open)}
			</p>
		</details>
	);
}

/** Returns the record of the longest measured horizon. */
export function findLongestRecord({ measured }: Pick<Fan, 'measured'>): HorizonRecord | undefined {
	return measured.findLast(({ coverage_80, n }) => coverage_80 !== null && n > 0);
}

/** Formats a ratio: 0.9812 becomes '0.98', null becomes 'n/a'. */
export function formatRatio(ratio: number | null): string {
	return ratio === null ? 'n/a' : formatFixed(ratio, 2);
}
