import { TIMEFRAMES } from '@sw/domain/time/timeframe';
import { Link } from '@tanstack/react-router';
import type { BreadthAnswer } from '../../lib/api/types.ts';
import { ScrollBox } from '../../ui/content/scroll-box.tsx';
import panel from '../../ui/panel.module.css';
import css from './breadth.module.css';
import { type BreadthChoice, breadthLink } from './breadth-state.ts';
import { type NowCell, nowRows } from './breadth-view.ts';
import { words } from './words.ts';

const MARKS = { above: '▲', below: '▼' } as const;

/** Every slice on every timeframe in this report; clicking a cell selects it for the page. */
export function NowPanel({ answer, state }: { answer: BreadthAnswer; state: BreadthChoice }) {
	return (
		<section className={panel['panel']} aria-labelledby="now">
			<h2 id="now" className={panel['title']}>
				{words.now}
			</h2>
			<ScrollBox label={words.nowTable} className={css['scroll']}>
				<table className={`${panel['table']} ${css['now']}`}>
					<thead>
						<tr>
							<th scope="col">{words.nowSlice}</th>
							{TIMEFRAMES.map(({ name, label }) => (
								<th key={name} scope="col">
									{label}
								</th>
							))}
						</tr>
					</thead>
					<tbody>
						{nowRows(answer).map(({ slice, name, cells }) => (
							<tr key={slice}>
								<th scope="row">{name}</th>
								{cells.map((cell) => (
									<Cell
										key={cell.timeframe}
										cell={cell}
										state={{ ...state, slice, timeframe: cell.timeframe }}
										chosen={slice === state.slice && cell.timeframe === state.timeframe}
									/>
								))}
							</tr>
						))}
					</tbody>
				</table>
			</ScrollBox>
			<p className={panel['note']}>{words.farNote}</p>
		</section>
	);
}

function Cell({ cell, state, chosen }: { cell: NowCell; state: BreadthChoice; chosen: boolean }) {
	return (
		<td className={chosen ? css['chosen'] : undefined}>
			<Link
				{...breadthLink(state)}
				className={css['cell'] ?? ''}
				resetScroll={false}
				aria-current={chosen ? 'true' : undefined}
				activeOptions={{ exact: true }}
			>
				<span>
					{cell.far ? (
						<>
							<span aria-hidden="true">{MARKS[cell.far]} </span>
							<span className="visually-hidden">{words.far[cell.far]} </span>
						</>
					) : null}
					{cell.share}
				</span>
				<small>{words.usualShort(cell.usual)}</small>
			</Link>
		</td>
	);
}
