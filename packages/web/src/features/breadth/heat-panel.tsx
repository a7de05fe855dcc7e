import { TIMEFRAMES } from '@sw/domain/time/timeframe';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { HeatMap } from '../../charts/breadth/heat-map.tsx';
import type { BreadthAnswer } from '../../lib/api/types.ts';
import { formatShare } from '../../lib/format/numbers.ts';
import { etDateTime, msOf } from '../../lib/format/times.ts';
import { ScrollBox } from '../../ui/content/scroll-box.tsx';
import panel from '../../ui/panel.module.css';
import css from './breadth.module.css';
import {
	type BreadthChoice,
	type BreadthRow,
	breadthLink,
	createHeatColumns,
	createHeatRows,
	describeCell,
	explainUsual,
	type HeatColumn,
} from './breadth-view.ts';
import { words } from './words.ts';

/** Shows a heat map of all slices and timeframes over the day's reports, or over past sessions at the same time of day. */
export function HeatPanel({ answer, state }: { answer: BreadthAnswer; state: BreadthChoice }) {
	const navigate = useNavigate();
	const [isTableOpen, setTableOpen] = useState(false);
	const columns = useMemo(() => createHeatColumns(answer, state.over), [answer, state.over]);
	const rows = useMemo(() => createHeatRows(answer, columns), [answer, columns]);
	return (
		<section className={panel['panel']} aria-labelledby="heat">
			<h2 id="heat" className={panel['title']}>
				{words.heat[state.over]}
			</h2>
			<HeatMap
				rows={rows}
				heads={words.heads}
				scale={words.scale}
				columns={columns.map(({ name }) => name)}
				label={words.heatLabel(words.heat[state.over], rows.length, columns.length)}
				help={words.heatHelp}
				describe={({ row, column }) => describeCell(rows[row] as BreadthRow, columns[column] as HeatColumn, column)}
				choose={({ row, column }) => {
					const { slice, timeframe } = rows[row] as BreadthRow;
					const { time } = columns[column] as HeatColumn;
					void navigate({
						...breadthLink({ ...state, slice, timeframe, time: time === answer.time ? state.time : time }),
						resetScroll: false,
					});
				}}
			/>
			<p className={panel['note']}>{explainUsual(answer)}</p>
			{columns.length < 2 ? <p className={panel['note']}>{words.onlyOneReport}</p> : null}
			<details className={css['twinBox']} onToggle={({ currentTarget }) => setTableOpen(currentTarget.open)}>
				<summary>{words.asTable}</summary>
				{isTableOpen ? <HeatTable rows={rows} columns={columns} /> : null}
			</details>
		</section>
	);
}

/** Shows the heat map's numbers as a table with a row for each report. */
function HeatTable({ rows, columns }: { rows: readonly BreadthRow[]; columns: readonly HeatColumn[] }) {
	return (
		<ScrollBox label={words.tableLabel} className={css['twin']}>
			<table className={panel['table']}>
				<thead>
					<tr>
						<th scope="col" rowSpan={2}>
							{words.tableTime}
						</th>
						{rows
							.filter(({ timeframe }) => timeframe === TIMEFRAMES[0].name)
							.map(({ slice, group }) => (
								<th key={slice} scope="colgroup" colSpan={TIMEFRAMES.length}>
									{group}
								</th>
							))}
					</tr>
					<tr>
						{rows.map(({ key, name }) => (
							<th key={key} scope="col">
								{name}
							</th>
						))}
					</tr>
				</thead>
				<tbody>
					<tr>
						<th scope="row">{words.scale.usual}</th>
						{rows.map(({ key, usual }) => (
							<td key={key}>{formatShare(usual)}</td>
						))}
					</tr>
					{columns.map(({ time, name }, at) => (
						<tr key={time}>
							<th scope="row" title={etDateTime(msOf(time))}>
								{name}
							</th>
							{rows.map(({ key, shares }) => (
								<td key={key}>{formatShare(shares[at] ?? null)}</td>
							))}
						</tr>
					))}
				</tbody>
			</table>
		</ScrollBox>
	);
}
