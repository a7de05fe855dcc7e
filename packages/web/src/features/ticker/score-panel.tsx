import type { WheelModel } from '@sw/domain/signals/wheel/model';
import { timeframeLabel } from '../../entities/ticker/sector-name.ts';
import type { TickerState } from '../../entities/ticker/ticker-state.ts';
import { tickerWheel } from '../../entities/ticker/ticker-wheel.ts';
import type { TickerDetail } from '../../lib/api/types.ts';
import panel from '../../ui/panel.module.css';
import { ReportNotes } from '../../ui/report/report-notes.tsx';
import { createScoreRows, formatActiveMove, type ScoreRow } from './score-rows.ts';
import { tickerWords as words } from './words.ts';

/** Shows the wheel as a table, with the move of the active timeframe. */
export function ScorePanel({ detail, state }: { detail: TickerDetail; state: TickerState }) {
	const wheel = tickerWheel(detail, state);
	const move = formatActiveMove(detail, state.list.timeframe);
	return (
		<section className={panel['panel']} aria-labelledby="scores">
			<h2 id="scores" className={panel['title']}>
				{words.scores}
			</h2>
			<ScoreTable wheel={wheel} rows={createScoreRows(detail, wheel)} />
			{move === undefined ? null : <p className={panel['note']}>{words.zSentence(timeframeLabel(state.list.timeframe), move)}</p>}
			<p className={panel['note']}>
				<ReportNotes report={detail.report} />
			</p>
		</section>
	);
}

/** Shows the large wheel as a table of scores. Screen readers also get the depths. */
function ScoreTable({ wheel, rows }: { wheel: WheelModel; rows: readonly ScoreRow[] }) {
	return (
		<table className={panel['table']}>
			<caption className="visually-hidden">{words.tableCaption}</caption>
			<thead>
				<tr>
					<th scope="col">
						{words.sector} <abbr title={words.zHint}>{words.z}</abbr>
					</th>
					{wheel.rings.map((ring) => (
						<th key={ring.label} scope="col">
							{ring.label}
						</th>
					))}
				</tr>
			</thead>
			<tbody>
				{rows.map((row) => (
					<tr key={row.key}>
						<th scope="row">{row.name}</th>
						{row.cells.map((cell) => (
							<td key={cell.label} title={cell.sentence}>
								{cell.score}
								<span className="visually-hidden"> ({cell.sentence})</span>
							</td>
						))}
					</tr>
				))}
			</tbody>
		</table>
	);
}
