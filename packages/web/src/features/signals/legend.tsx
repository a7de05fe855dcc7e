import { strategyNamed, TIMEFRAMES } from '@sw/domain/time/timeframe';
import type { ReactNode } from 'react';
import { TONES } from '../../charts/wheel/model.ts';
import type { ListState } from '../../entities/list-state/state.ts';
import type { ReportHead } from '../../lib/api/types.ts';
import { ReportNotes } from '../../ui/report-notes.tsx';
import tones from '../../ui/tones.module.css';
import css from './legend.module.css';
import { visitorWords, words } from './words.ts';

interface Props {
	/** Tickers that match; undefined while unknown. */
	count: number | undefined;
	/** How many of them are shown at all, where not every one is. */
	shown?: number | undefined;
	/** What the answer says of its report; undefined while unknown. */
	report: Pick<ReportHead, 'algo' | 'measured' | 'reconstructed'> | undefined;
	/** Rings that the cards carry: the rated three, or all five. */
	rings: number;
	state: ListState;
	/** What happened after lists like this one, where that is known. */
	children?: ReactNode;
}

/** Shortest and longest timeframe of the rings. */
const ringEnds = (carried: number, state: ListState): [string, string] => {
	const strategy = strategyNamed(state.strategy);
	const rings = [...strategy.slots, ...strategy.higher].slice(0, carried).sort((a, b) => a - b);
	return [TIMEFRAMES[rings[0] ?? 0].label, TIMEFRAMES[rings.at(-1) ?? 0].label];
};

/** How many match, and what colours, rings and shades mean. */
export const Legend = ({ count, shown, report, rings, state, children }: Props) => (
	<p className={css['legend']}>
		{report && count !== undefined ? <span>{words.matches(count, report.measured)}</span> : null}
		{count !== undefined && shown !== undefined && shown < count ? <span>{visitorWords.first(shown)}</span> : null}
		<ReportNotes report={report} />
		<span>{words.hypothetical}</span>
		{children}
		{TONES.map((tone) => (
			<span key={tone} className={css['item']}>
				<span className={`${css['swatch']} ${tones[tone]}`} aria-hidden="true" />
				{words.legend[tone]}
			</span>
		))}
		<span>{words.rings(...ringEnds(rings, state))}</span>
	</p>
);
