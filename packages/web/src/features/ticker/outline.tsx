import { candidateSide } from '@sw/domain/signals/sector';
import { wheelModel } from '@sw/domain/signals/wheel/model';
import { wheelSentence } from '@sw/domain/signals/wheel/words';
import { strategyNamed } from '@sw/domain/time/timeframe';
import { DetailWheel } from '../../charts/wheel/detail-wheel.tsx';
import type { TickerState } from '../../entities/ticker/ticker-state.ts';
import type { TickerOutline } from '../../lib/api/types.ts';
import panel from '../../ui/panel.module.css';
import { ReportNotes } from '../../ui/report/report-notes.tsx';
import css from './ticker.module.css';
import { tickerWords as words } from './words.ts';

/** The public part of a ticker: its three rated rings and their description; replaced by the details. */
export function OutlinePanel({ outline, state: { list } }: { outline: TickerOutline; state: TickerState }) {
	const { ticker, weighted_sum: rate, report } = outline;
	const candidate = words.candidate(outline);
	const wheel = wheelModel(
		outline.sectors,
		strategyNamed(list.strategy),
		candidateSide(outline.tab_type, outline.operation, outline.listed),
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
