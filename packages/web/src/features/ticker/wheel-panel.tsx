import { candidateDirection, OPERATIONS, sectorLabel } from '@sw/domain/signals/sector';
import { createWheelModel } from '@sw/domain/signals/wheel/model';
import { wheelSentence } from '@sw/domain/signals/wheel/words';
import { strategyNamed } from '@sw/domain/time/timeframe';
import { useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { DetailWheel } from '../../charts/wheel/detail-wheel.tsx';
import { useFilterDirection } from '../../entities/filters/leaning.ts';
import { filtersQuery } from '../../entities/filters/saved-filters.ts';
import { useSession } from '../../entities/session/session-query.ts';
import { tickerLink } from '../../entities/ticker/links.ts';
import type { TickerState } from '../../entities/ticker/ticker-state.ts';
import { tickerWheel } from '../../entities/ticker/ticker-wheel.ts';
import type { TickerDetail, TickerOutline } from '../../lib/api/types.ts';
import { Segmented } from '../../ui/controls/segmented.tsx';
import panel from '../../ui/panel.module.css';
import { ReportNotes } from '../../ui/report/report-notes.tsx';
import { DIRECTIONAL_SECTORS, findRatedSide, withDirection } from './orientation.ts';
import css from './ticker.module.css';
import { tickerWords as words } from './words.ts';

interface Props {
	detail: TickerDetail;
	state: TickerState;
	isTrader: boolean;
	/** Shown after the switches. */
	children?: ReactNode;
}

/** Shows the wheel and the direction switches of the sectors. */
export function WheelPanel({ detail, state, isTrader, children }: Props) {
	const wheel = tickerWheel(detail, state);
	const candidate = words.candidate(detail, useFilterDirection(state.list));
	const title = { ticker: detail.ticker, candidate, rate: detail.weighted_sum };
	return (
		<section className={panel['panel']} aria-labelledby="wheel">
			<h2 id="wheel" className={panel['title']}>
				{words.wheelTitle} <Rate detail={detail} /> {words.outOf(detail.rate_scale.highest)}, {candidate}
			</h2>
			<div className={css['orientation']}>
				{isTrader ? <Orientation id={detail.ticker_id} state={state} /> : null}
				{children}
			</div>
			<div className={css['wheel']}>
				<DetailWheel wheel={wheel} centre={String(detail.weighted_sum)} label={wheelSentence(title, wheel)} help={words.wheelHelp} />
			</div>
		</section>
	);
}

/** Shows the rate. For administrators, a tooltip names the visible rings behind the rate. */
function Rate({ detail }: { detail: TickerDetail }) {
	const { profile } = useSession();
	const { depth, not_available } = detail.visible_depth;
	if (profile?.role !== 'admin') return <b>{detail.weighted_sum}</b>;
	const tooltip = words.visibleDepth(depth, not_available);
	return (
		<>
			<b className={css['value']} title={tooltip}>
				{detail.weighted_sum}
			</b>
			<span className="visually-hidden"> ({tooltip})</span>
		</>
	);
}

/** Switches which direction of the price and of calls − puts counts in the rate. A built-in filter sets these directions itself. */
function Orientation({ id, state }: { id: number; state: TickerState }) {
	const { api } = useRouteContext({ from: '__root__' });
	const { filter } = state.list;
	const { data } = useQuery({ ...filtersQuery(api), enabled: filter !== undefined });
	const isBuiltIn = filter !== undefined && data?.items.find((item) => item.id === filter)?.is_branded === true;
	return (
		<>
			{DIRECTIONAL_SECTORS.map((sector) => {
				const side = findRatedSide(state, sector);
				return (
					<div key={sector} className={css['turn']}>
						<span aria-hidden="true">{words.orientationMarks[sector]}</span>
						{isBuiltIn ? (
							<span className={css['fixed']}>{side ? sectorLabel(`${sector}_${side}`) : ''}</span>
						) : (
							<Segmented
								label={words.orientation[sector]}
								segments={OPERATIONS.map((operation) => ({
									key: operation,
									label: sectorLabel(`${sector}_${operation}`),
									active: side === operation,
									link: { ...tickerLink(id, withDirection(state, sector, operation)), preload: false },
								}))}
							/>
						)}
					</div>
				);
			})}
			{isBuiltIn ? <p className={panel['note']}>{words.orientationBuiltIn}</p> : null}
		</>
	);
}

/** Shows the public part of a ticker until the details are loaded: the three rated rings and their description. */
export function OutlinePanel({ outline, state: { list } }: { outline: TickerOutline; state: TickerState }) {
	const { ticker, weighted_sum: rate, report } = outline;
	const candidate = words.candidate(outline);
	const wheel = createWheelModel(
		outline.sectors,
		strategyNamed(list.strategy),
		candidateDirection(outline.tab_type, outline.operation, outline.listed),
	);
	return (
		<section className={panel['panel']} aria-labelledby="wheel">
			<h2 id="wheel" className={panel['title']}>
				{words.wheelTitle} <b>{rate}</b>, {candidate}
			</h2>
			<div className={css['wheel']}>
				<DetailWheel wheel={wheel} centre={String(rate)} label={words.wheelLabel(ticker)} help={words.wheelHelp} />
			</div>
			<p className={panel['note']}>{wheelSentence({ ticker, candidate, rate }, wheel)}</p>
			<p className={panel['note']}>
				<ReportNotes report={report} />
			</p>
		</section>
	);
}
