import { depthText } from '@sw/domain/signals/wheel/words';
import { Link } from '@tanstack/react-router';
import { tickerLink } from '../../entities/ticker/links.ts';
import { atReport, type TickerState } from '../../entities/ticker/ticker-state.ts';
import { formatPrice } from '../../lib/format/numbers.ts';
import { etClock, msOf } from '../../lib/format/times.ts';
import { Columns } from '../../ui/content/columns.tsx';
import { ScrollBox } from '../../ui/content/scroll-box.tsx';
import { EtTime } from '../../ui/et-time.tsx';
import panel from '../../ui/panel.module.css';
import css from './history.module.css';
import type { TrailDay } from './history-view.ts';
import { historyWords as words } from './words.ts';

interface Props {
	id: number;
	state: TickerState;
	day: TrailDay;
	/** Names of the sectors, in the order of each report's depths. */
	sectors: readonly string[];
	/** The report that this browser last opened; marked for administrators. */
	last: string | undefined;
	opened: (report: string) => void;
}

/** The reports of one day, newest first, each with its link. */
export function HistoryTable({ id, state, day, sectors, last, opened }: Props) {
	return (
		<ScrollBox className={css['wide']} label={words.dayTitle(day.date)}>
			<table className={panel['table']}>
				<Columns names={[...Object.values(words.columns), ...sectors]} />
				<tbody>
					{[...day.points].reverse().map(({ report, rate, price, listed, depths }) => (
						<tr key={report} aria-current={report === last ? 'true' : undefined}>
							<th scope="row">
								<Link
									{...tickerLink(id, atReport(state, report))}
									className={panel['inline'] ?? ''}
									preload={false}
									onClick={() => opened(report)}
								>
									<EtTime ms={msOf(report)}>{etClock(msOf(report))}</EtTime>
								</Link>
								{report === last ? <small> {words.lastOpened}</small> : null}
							</th>
							<td>
								<b>{rate}</b>
							</td>
							<td>{formatPrice(price)}</td>
							<td>{listed ? words.yes : words.no}</td>
							{depths.map((depth, i) => (
								<td key={sectors[i]}>{depthText(depth)}</td>
							))}
						</tr>
					))}
				</tbody>
			</table>
		</ScrollBox>
	);
}
