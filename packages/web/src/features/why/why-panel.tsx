import { TABS } from '@sw/domain/signals/sector';
import tones from '../../charts/wheel/tones.module.css';
import { absenceReason, type TickerPlace } from '../../entities/ticker/place.ts';
import type { TickerState } from '../../entities/ticker/ticker-state.ts';
import { tickerWheel } from '../../entities/ticker/ticker-wheel.ts';
import type { TickerDetail } from '../../lib/api/types.ts';
import panel from '../../ui/panel.module.css';
import css from './why.module.css';
import { createWhyRows, formatTotal, type WhyRow } from './why-rows.ts';
import { whyWords as words } from './words.ts';

interface Props {
	detail: TickerDetail;
	/** Place in the list from which the ticker was opened, if known. */
	place: TickerPlace | undefined;
	state: TickerState;
}

/** Explains why a ticker is listed, with each term of the rate, or why the list doesn't have the ticker. */
export function WhyPanel({ detail, place, state }: Props) {
	const tab = TABS.find((t) => t.name === state.list.tab)?.label ?? state.list.tab;
	const absenceText = place ? absenceReason(place) : detail.listed ? undefined : words.notListed;
	const sixSectorWheel = tickerWheel(detail, { ...state, sectors: 6 });
	return (
		<section className={panel['panel']} aria-labelledby="why">
			<h2 id="why" className={panel['title']}>
				{words.title}
			</h2>
			<WhyTable rows={createWhyRows(detail, sixSectorWheel, words.other)} detail={detail} />
			{absenceText === undefined ? null : <p className={panel['note']}>{words.inList(tab, absenceText)}</p>}
			<p className={panel['note']}>{words.hypothetical}</p>
			{detail.allowance ? <p className={panel['note']}>{words.allowance(detail.allowance.left, detail.allowance.limit)}</p> : null}
		</section>
	);
}

/** Shows each term of the rate: depth times weight. */
function WhyTable({ rows, detail }: { rows: readonly WhyRow[]; detail: Pick<TickerDetail, 'weighted_sum' | 'rate_scale'> }) {
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
						{formatTotal(detail.rate_scale)}
					</th>
					<td>
						<b>{detail.weighted_sum}</b>
					</td>
				</tr>
			</tfoot>
		</table>
	);
}
