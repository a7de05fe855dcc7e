import type { WheelModel } from '@sw/domain/signals/wheel/model';
import panel from '../../ui/panel.module.css';
import type { ScoreRow } from './score-rows.ts';
import { tickerWords as words } from './words.ts';

/** The large wheel as a table: visible scores, and depths for screen readers. */
export function ScoreTable({ wheel, rows }: { wheel: WheelModel; rows: readonly ScoreRow[] }) {
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
