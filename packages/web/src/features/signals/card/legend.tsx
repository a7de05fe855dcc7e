import type { Operation } from '@sw/domain/signals/sector';
import { strategyNamed } from '@sw/domain/time/timeframe';
import { type ReactNode, useMemo, useState } from 'react';
import type { ListState } from '../../../entities/list-state/state.ts';
import type { Card, ReportHead } from '../../../lib/api/types.ts';
import { ReportNotes } from '../../../ui/report/report-notes.tsx';
import { onDemand } from '../../../ui/states/on-demand.tsx';
import { publicWords, words } from '../shared/words.ts';
import { createCardView } from './card-view.ts';
import css from './legend.module.css';

const WheelGuide = onDemand(async () => (await import('./explained.tsx')).WheelGuide);

interface TextProps {
	/** Number of matching tickers; undefined while unknown. */
	count: number | undefined;
	/** Number of public tickers; undefined if all tickers are public. */
	publicCount?: number | undefined;
	/** Facts about the report; undefined while unknown. */
	report: Pick<ReportHead, 'algo' | 'measured' | 'reconstructed'> | undefined;
	/** Direction of the list's saved filter, if it has its own. */
	leaning?: Operation | undefined;
	/** Whether the sentence about the tab is left out. Default: false. */
	hideTab?: boolean;
	state: ListState;
	/** What happened after lists like this, if known. */
	children?: ReactNode;
	/** Button or link to an explanation of the wheel. */
	opener?: ReactNode;
}

interface Props extends Omit<TextProps, 'opener'> {
	/** The card to explain, the first of the list; undefined without one. */
	card: Card | undefined;
}

/** Shows one line above the cards: what the tab lists, how many tickers match, results of such lists, and how to read a wheel. */
export function LegendText({ count, publicCount, report, leaning, hideTab = false, state, children, opener }: TextProps) {
	return (
		<p className={css['legend']}>
			{hideTab ? null : (
				<span className={css['sentence']}>
					{words.tabSentence(state.tab, state.operation, strategyNamed(state.strategy).label, leaning)}
				</span>
			)}
			{report && count !== undefined ? <span>{words.matches(count, report.measured)}</span> : null}
			{count !== undefined && publicCount !== undefined && publicCount < count ? <span>{publicWords.first(publicCount)}</span> : null}
			<ReportNotes report={report} />
			{children}
			{opener}
		</p>
	);
}

/** Shows the legend of a list. The reader can expand it to a wheel with each part explained. */
export function Legend({ card: exampleCard, ...textProps }: Props) {
	const { state, leaning } = textProps;
	const [isOpen, setIsOpen] = useState(false);
	const card = useMemo(() => exampleCard && createCardView(exampleCard, state, leaning), [exampleCard, state, leaning]);
	return (
		<>
			<LegendText
				{...textProps}
				opener={
					card ? (
						<button
							type="button"
							className={`${css['opens']} needs-script`}
							aria-expanded={isOpen}
							onPointerEnter={WheelGuide.fetch}
							onFocus={WheelGuide.fetch}
							onClick={() => setIsOpen(!isOpen)}
						>
							{words.explain}
						</button>
					) : null
				}
			/>
			{isOpen && card ? <WheelGuide card={card} close={() => setIsOpen(false)} /> : null}
		</>
	);
}
