import type { UseQueryResult } from '@tanstack/react-query';
import type { Fan } from '../../lib/api/types.ts';
import { formatCount, formatFixed, formatShare } from '../../lib/format/numbers.ts';
import { Columns } from '../../ui/content/columns.tsx';
import { DotSeparated } from '../../ui/content/dot-separated.tsx';
import panel from '../../ui/panel.module.css';
import css from './price.module.css';
import { chartWords } from './words.ts';

export type Measured = Fan['measured'][number];

const words = chartWords.forecast;

/** The track record of such bands, next to the fan; or why there is no fan. */
export function ForecastLine({ query }: { query: Pick<UseQueryResult<Fan | null>, 'data' | 'isError'> }) {
	const { data: fan, isError } = query;
	if (!fan)
		return (
			<p className={css['forecast']} aria-busy={!isError && fan === undefined}>
				{isError ? words.failed : fan === null ? words.none : words.waiting}
			</p>
		);
	const record = shownRecord(fan);
	if (!record) return <p className={css['forecast']}>{words.unmeasured}</p>;
	return (
		<DotSeparated
			className={css['forecast']}
			parts={[
				<>
					<b>{words.held(formatShare(record.coverage_80))}</b>
					{record.alarm ? ` (${words.alarm})` : ''}
				</>,
				words.ratio(formatRatio(record.ratio)),
				words.sample(formatCount(record.n), record.horizon),
			]}
		/>
	);
}

/** The record of every horizon. */
export function ForecastTable({ fan }: { fan: Fan }) {
	return (
		<details className={css['bars']}>
			<summary>{words.details}</summary>
			<table className={panel['table']}>
				<Columns names={Object.values(words.columns)} />
				<tbody>
					{fan.measured.map(({ horizon, coverage_80, coverage_95, ratio, n, alarm }) => (
						<tr key={horizon}>
							<th scope="row">{horizon}</th>
							<td>{formatShare(coverage_80)}</td>
							<td>
								{formatShare(coverage_95)}
								{alarm ? ` (${words.alarm})` : ''}
							</td>
							<td>{formatRatio(ratio)}</td>
							<td>{formatCount(n)}</td>
						</tr>
					))}
				</tbody>
			</table>
			<p className={panel['note']}>
				{words.hint} {words.drift(fan.drift.open)}
			</p>
		</details>
	);
}

/** The horizon whose record is shown next to the fan: the longest one measured. */
export function shownRecord({ measured }: Pick<Fan, 'measured'>): Measured | undefined {
	return measured.findLast(({ coverage_80, n }) => coverage_80 !== null && n > 0);
}

/** 0.9812 -> '0.98'; null is 'n/a'. */
export function formatRatio(ratio: number | null): string {
	return ratio === null ? 'n/a' : formatFixed(ratio, 2);
}
