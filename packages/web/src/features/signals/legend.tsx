import type { Operation } from '@sw/domain/signals/sector';
import { TONES } from '@sw/domain/signals/wheel/model';
import { strategyNamed, TIMEFRAMES } from '@sw/domain/time/timeframe';
import { type ReactNode, useMemo, useState } from 'react';
import tones from '../../charts/wheel/tones.module.css';
import type { ListState } from '../../entities/list-state/state.ts';
import type { Card, ReportHead } from '../../lib/api/types.ts';
import { onDemand } from '../../ui/on-demand.tsx';
import { ReportNotes } from '../../ui/report-notes.tsx';
import { cardView } from './card-view.ts';
import css from './legend.module.css';
import { publicWords, words } from './words.ts';

const Explained = onDemand(async () => (await import('./explained.tsx')).Explained);

interface TextProps {
	/** Tickers that match; undefined while unknown. */
	count: number | undefined;
	/** How many of them are shown at all, where not every one is. */
	shown?: number | undefined;
	/** What the answer says of its report; undefined while unknown. */
	report: Pick<ReportHead, 'algo' | 'measured' | 'reconstructed'> | undefined;
	/** Rings that the cards carry: the rated three, or all five. */
	rings: number;
	/** The direction that the filter of the list has of itself. */
	leaning?: Operation | undefined;
	/** On pages that are no tab's. */
	hideTab?: boolean;
	state: ListState;
	/** What happened after lists like this one, where that is known. */
	children?: ReactNode;
	/** Opens how a wheel is read. */
	opener?: ReactNode;
}

interface Props extends Omit<TextProps, 'opener'> {
	/** The first card, by which a wheel is explained; undefined without one. */
	example: Card | undefined;
}

/** Shortest and longest timeframe of the rings. */
const ringEnds = (carried: number, state: ListState): [string, string] => {
	const strategy = strategyNamed(state.strategy);
	const rings = [...strategy.slots, ...strategy.higher].slice(0, carried).sort((a, b) => a - b);
	return [TIMEFRAMES[rings[0] ?? 0].label, TIMEFRAMES[rings.at(-1) ?? 0].label];
};

/** What the tab shows in one sentence, how many match, what colours, rings and shades mean. */
export const LegendText = ({ count, shown, report, rings, leaning, hideTab = false, state, children, opener }: TextProps) => (
	<>
		{hideTab ? null : <p className={css['sentence']}>{words.tabSentence(state.tab, state.operation, leaning)}</p>}
		<p className={css['legend']}>
			{report && count !== undefined ? <span>{words.matches(count, report.measured)}</span> : null}
			{count !== undefined && shown !== undefined && shown < count ? <span>{publicWords.first(shown)}</span> : null}
			<ReportNotes report={report} />
			<span>{words.hypothetical}</span>
			{children}
			{TONES.map((tone) => (
				<span key={tone} className={css['item']}>
					<span className={`${css['swatch']} ${tones[tone]}`} aria-hidden="true" />
					{words.legend[tone]}
				</span>
			))}
			<span className={css['rings']}>{words.rings(...ringEnds(rings, state))}</span>
			{opener}
		</p>
	</>
);

/** The legend of a list; opened, a wheel with each part explained. */
export const Legend = ({ example, ...text }: Props) => {
	const { state, leaning } = text;
	const [open, setOpen] = useState(false);
	const card = useMemo(() => example && cardView(example, state, leaning), [example, state, leaning]);
	return (
		<>
			<LegendText
				{...text}
				opener={
					card ? (
						<button
							type="button"
							className={`${css['opens']} needs-script`}
							aria-expanded={open}
							onPointerEnter={Explained.fetch}
							onFocus={Explained.fetch}
							onClick={() => setOpen(!open)}
						>
							{words.explain}
						</button>
					) : null
				}
			/>
			{open && card ? <Explained card={card} close={() => setOpen(false)} /> : null}
		</>
	);
};
