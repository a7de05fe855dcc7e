import { wheelModel } from '@sw/domain/signals/wheel/model';
import { strategyNamed } from '@sw/domain/time/timeframe';
import { useQuery } from '@tanstack/react-query';
import { Link, type LinkProps, useRouteContext } from '@tanstack/react-router';
import { CardWheel } from '../../charts/wheel/card-wheel.tsx';
import { wheelSentence, wheelTitle } from '../../charts/wheel/words.ts';
import type { TickerState } from '../../entities/ticker/ticker-state.ts';
import { labelOf } from '../../entities/ticker/timeframe-label.ts';
import type { TickerOutline } from '../../lib/api/types.ts';
import { etClock, msOf } from '../../lib/format/times.ts';
import { EtTime } from '../../ui/et-time.tsx';
import { ReportNotes } from '../../ui/report-notes.tsx';
import { SpentAllowance } from './missing-ticker.tsx';
import css from './outline.module.css';
import { outlineQuery } from './queries.ts';
import { tickerWords as words } from './words.ts';

const Drawn = ({ outline, state }: { outline: TickerOutline; state: TickerState }) => {
	const { ticker, name, weighted_sum: rate, report } = outline;
	// Whether the list has it is not told here.
	const candidate = words.candidate({ ...outline, listed: false });
	const title = { ticker, candidate, rate };
	const wheel = wheelModel(outline.sectors, strategyNamed(state.list.strategy));
	const centre = labelOf(state.list.timeframe);
	const asOf = msOf(report.as_of);
	return (
		<>
			<header className={css['head']}>
				<h1>{ticker}</h1>
				<p>{name}</p>
				<p>
					{words.rate} <b>{rate}</b>, {candidate}
				</p>
				<p>
					<EtTime ms={asOf}>{words.source(report.provider, etClock(asOf), report.delay)}</EtTime>
				</p>
				<p>
					<ReportNotes report={report} />
				</p>
			</header>
			<div className={css['wheel']}>
				<CardWheel wheel={wheel} centre={centre} title={wheelTitle(title)} description={wheelSentence(title, wheel, centre)} />
			</div>
		</>
	);
};

interface Props {
	id: number;
	state: TickerState;
	back: LinkProps;
}

/** A ticker beyond a visitor's daily allowance: which one it is, the rated rings of its wheel, and the way to more. */
export const Outline = ({ id, state, back }: Props) => {
	const { api } = useRouteContext({ from: '__root__' });
	const { data } = useQuery(outlineQuery(api, id, state));
	return (
		<article className={css['outline']}>
			<Link {...back} className={css['back'] ?? ''} aria-label={words.backTitle}>
				{words.back}
			</Link>
			{data ? <Drawn outline={data} state={state} /> : null}
			<SpentAllowance heading={data ? 'h2' : 'h1'} />
		</article>
	);
};
