import type { AnswerOf } from '@sw/contract/base/define';
import type { Contract } from '@sw/contract/index';
import { useState } from 'react';
import { directionOf, formatChange, formatCount, formatPrice } from '../../lib/format/numbers.ts';
import { etDayClock, msOf } from '../../lib/format/times.ts';
import { Change } from '../../ui/content/change.tsx';
import { Columns } from '../../ui/content/columns.tsx';
import { PageButtons } from '../../ui/controls/page-buttons.tsx';
import { EtTime } from '../../ui/et-time.tsx';
import panel from '../../ui/panel.module.css';
import css from './backtest.module.css';
import { backtestWords as words } from './backtest-words.ts';
import { formatBasisPoints } from './statistics.ts';

export type Backtest = AnswerOf<Contract['research']['backtest']>;

const ROWS = 25;
const NONE = 'n/a';

/** The newest positions, page by page. */
export function Positions({ found }: { found: Backtest }) {
	const { positions, position_count } = found;
	const [skip, setSkip] = useState(0);
	const last = Math.min(skip + ROWS, positions.length);
	return (
		<section>
			<h3 className={panel['subtitle']}>{words.positions}</h3>
			<table className={`${panel['table']} ${css['table']}`}>
				<caption className="visually-hidden">{words.positions}</caption>
				<Columns names={Object.values(words.positionColumns)} />
				<tbody>
					{positions.slice(skip, last).map((one) => (
						<tr key={`${one.ticker_id} ${one.time}`}>
							<th scope="row">
								{one.ticker}
								<At time={one.time} />
							</th>
							<td>
								{one.entry_price === null ? NONE : formatPrice(one.entry_price)}
								<At time={one.entry} />
							</td>
							<td>
								{one.exit_price === null ? NONE : formatPrice(one.exit_price)}{' '}
								<small>{one.exit_reason ? words.exits[one.exit_reason] : words.stillOpen}</small>
								<At time={one.exit} />
							</td>
							<td>
								{changeOr(one.own_return)}
								<small>
									{words.peers} {changeOr(one.peer_return)}
								</small>
								<small>
									{words.cost} {formatBasisPoints(one.cost).replace('+', '')}{' '}
									{one.cost_source === null ? '' : words.costSources[one.cost_source]}
								</small>
							</td>
							<td>
								{one.excess === null ? NONE : <Change text={formatChange(one.excess)} direction={directionOf(one.excess)} />}
								<small>
									{words.best} {changeOr(one.best)}
								</small>
								<small>
									{words.worst} {changeOr(one.worst)}
								</small>
							</td>
						</tr>
					))}
				</tbody>
			</table>
			<PageButtons
				label={words.positions}
				text={words.newest(positions.length, formatCount(position_count))}
				previous={skip > 0 ? () => setSkip(Math.max(0, skip - ROWS)) : undefined}
				next={last < positions.length ? () => setSkip(last) : undefined}
			/>
		</section>
	);
}

function changeOr(value: number | null): string {
	return value === null ? NONE : formatChange(value);
}

function At({ time }: { time: string }) {
	return (
		<small>
			<EtTime ms={msOf(time)}>{etDayClock(msOf(time))}</EtTime>
		</small>
	);
}
