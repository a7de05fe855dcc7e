import type { Operation } from '@sw/domain/signals/sector';
import { strategyNamed } from '@sw/domain/time/timeframe';
import { type ReactNode, useMemo, useState } from 'react';
import type { ListState } from '../../../entities/list-state/state.ts';
import type { Card, ReportHead } from '../../../lib/api/types.ts';
import { ReportNotes } from '../../../ui/report/report-notes.tsx';
import { onDemand } from '../../../ui/states/on-demand.tsx';
import { publicWords, words } from '../shared/words.ts';
import { cardView } from './card-view.ts';
import css from './legend.module.css';

const Explained = onDemand(async () => (await import('./explained.tsx')).Explained);

interface TextProps {
	/** Number of matching tickers; undefined while unknown. */
	count: number | undefined;
	/** Number of public ones, if not all. */
	shown?: number | undefined;
	/** Facts about the report; undefined while unknown. */
	report: Pick<ReportHead, 'algo' | 'measured' | 'reconstructed'> | undefined;
	/** The direction of the list's filter. */
	leaning?: Operation | undefined;
	/** On pages without a tab. */
	hideTab?: boolean;
	state: ListState;
	/** The record of lists like this one, if known. */
	children?: ReactNode;
	/** Opens the explanation of a wheel. */
	opener?: ReactNode;
}

interface Props extends Omit<TextProps, 'opener'> {
	/** The first card, which is explained; undefined without one. */
	example: Card | undefined;
}

/** One line between the toolbar and the first card: what the tab shows, how many match, the record of such lists, and how to read a wheel. */
export function LegendText({ count, shown, report, leaning, hideTab = false, state, children, opener }: TextProps) {
	return (
		<p className={css['legend']}>
			{hideTab ? null : (
				<span className={css['sentence']}>
					{words.tabSentence(state.tab, state.operation, strategyNamed(state.strategy).label, leaning)}
				</span>
			)}
			{report && count !== undefined ? <span>{words.matches(count, report.measured)}</span> : null}
			{count !== undefined && shown !== undefined && shown < count ? <span>{publicWords.first(shown)}</span> : null}
			<ReportNotes report={report} />
			{children}
			{opener}
		</p>
	);
}

/** The legend of a list, expandable to a wheel with each part explained. */
export function Legend({ example, ...text }: Props) {
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
}
