import { wheelSentence } from '@sw/domain/signals/wheel/words';
import type { ReactNode } from 'react';
import { DetailWheel } from '../../charts/wheel/detail-wheel.tsx';
import { useLeaning } from '../../entities/filters/leaning.ts';
import { useSession } from '../../entities/session/session-query.ts';
import type { TickerState } from '../../entities/ticker/ticker-state.ts';
import { tickerWheel } from '../../entities/ticker/ticker-wheel.ts';
import { labelOf } from '../../entities/ticker/timeframe-label.ts';
import type { TickerDetail } from '../../lib/api/types.ts';
import panel from '../../ui/panel.module.css';
import { ReportNotes } from '../../ui/report/report-notes.tsx';
import { Orientation } from './orientation-switches.tsx';
import { activeMove, scoreRows } from './score-rows.ts';
import { ScoreTable } from './score-table.tsx';
import css from './ticker.module.css';
import { tickerWords as words } from './words.ts';

interface Props {
	detail: TickerDetail;
	state: TickerState;
	trader: boolean;
	/** Shown next to the title. */
	children?: ReactNode;
}

/** The wheel, the direction switches of its sectors, and the wheel as a table. */
export function WheelPanel({ detail, state, trader, children }: Props) {
	const wheel = tickerWheel(detail, state);
	const active = labelOf(state.list.timeframe);
	const move = activeMove(detail, state.list.timeframe);
	const candidate = words.candidate(detail, useLeaning(state.list));
	const title = { ticker: detail.ticker, candidate, rate: detail.weighted_sum };
	return (
		<section className={panel['panel']} aria-labelledby="wheel">
			<div className={panel['titleLine']}>
				<h2 id="wheel" className={panel['title']}>
					{words.wheelTitle} <Rate detail={detail} /> {words.outOf(detail.rate_scale.highest)}, {candidate}
				</h2>
				{children}
			</div>
			{trader ? <Orientation id={detail.ticker_id} state={state} /> : null}
			<div className={css['wheel']}>
				<DetailWheel wheel={wheel} centre={String(detail.weighted_sum)} label={wheelSentence(title, wheel)} help={words.wheelHelp} />
			</div>
			<ScoreTable wheel={wheel} rows={scoreRows(detail, wheel)} />
			{move === undefined ? null : <p className={panel['note']}>{words.zSentence(active, move)}</p>}
			<p className={panel['note']}>
				<ReportNotes report={detail.report} />
			</p>
		</section>
	);
}

/** The rate; for administrators also the lit rings it is computed from. */
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
