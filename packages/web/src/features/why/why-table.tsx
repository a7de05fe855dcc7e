import tones from '../../charts/wheel/tones.module.css';
import type { TickerDetail } from '../../lib/api/types.ts';
import panel from '../../ui/panel.module.css';
import css from './why.module.css';
import { rateTotal, type WhyRow } from './why-rows.ts';
import { whyWords as words } from './words.ts';

/** Each term of the rate: depth times weight. */
export function WhyTable({ rows, detail }: { rows: readonly WhyRow[]; detail: Pick<TickerDetail, 'weighted_sum' | 'rate_scale'> }) {
	return rows.length === 0 ? (
		<p className={panel['note']}>{words.empty}</p>
	) : (
		<table className={`${panel['table']} ${css['terms']}`}>
			<thead>
				<tr>
					<th scope="col">{words.columns.term}</th>
					<th scope="col">{words.columns.product}</th>
					<td aria-hidden="true" />
					<th scope="col">{words.columns.adds}</th>
				</tr>
			</thead>
			<tbody>
				{rows.map((row) => (
					<tr key={row.key}>
						<th scope="row">{row.term}</th>
						<td className={css['muted']}>{row.product}</td>
						<td className={css['barCell']} aria-hidden="true">
							<span className={`${css['bar']} ${row.tone ? tones[row.tone] : ''}`} style={{ width: `${Math.round(row.share * 100)}%` }} />
						</td>
						<td>{row.points}</td>
					</tr>
				))}
			</tbody>
			<tfoot>
				<tr>
					<th scope="row" colSpan={3}>
						{rateTotal(detail.rate_scale)}
					</th>
					<td>
						<b>{detail.weighted_sum}</b>
					</td>
				</tr>
			</tfoot>
		</table>
	);
}
