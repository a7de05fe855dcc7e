import { OPERATIONS } from '@sw/domain/signals/sector';
import { useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { filtersQuery } from '../../entities/filters/saved-filters.ts';
import { tickerLink } from '../../entities/ticker/links.ts';
import type { TickerState } from '../../entities/ticker/ticker-state.ts';
import { Segmented } from '../../ui/controls/segmented.tsx';
import panel from '../../ui/panel.module.css';
import { sideOf, TURNABLE, withDirection } from './orientation.ts';
import css from './ticker.module.css';
import { tickerWords as words } from './words.ts';

/** The direction of price and of calls − puts that counts in the rate. A built-in filter keeps its own. */
export function Orientation({ id, state }: { id: number; state: TickerState }) {
	const { api } = useRouteContext({ from: '__root__' });
	const { filter } = state.list;
	const { data } = useQuery({ ...filtersQuery(api), enabled: filter !== undefined });
	const isBuiltIn = filter !== undefined && data?.items.find((one) => one.id === filter)?.is_branded === true;
	return (
		<div className={css['orientation']}>
			{TURNABLE.map((sector) => {
				const side = sideOf(state, sector);
				return (
					<div key={sector} className={css['turn']}>
						<span aria-hidden="true">{words.orientationMarks[sector]}</span>
						{isBuiltIn ? (
							<span className={css['fixed']}>
								{side ? words.sides[side] : ''} <span className="visually-hidden">{side ? words.sideNames[side] : ''}</span>
							</span>
						) : (
							<Segmented
								label={words.orientation[sector]}
								segments={OPERATIONS.map((one) => ({
									key: one,
									label: `${words.sides[one]} ${words.sideNames[one]}`,
									active: side === one,
									link: { ...tickerLink(id, withDirection(state, sector, one)), preload: false },
								}))}
							/>
						)}
					</div>
				);
			})}
			{isBuiltIn ? <p className={panel['note']}>{words.orientationBuiltIn}</p> : null}
		</div>
	);
}
