import { isUnranked } from '../../entities/list-state/opening.ts';
import type { ListState } from '../../entities/list-state/state.ts';
import { openedFrom, writeTickerState } from '../../entities/ticker/ticker-state.ts';
import type { VisitorListAnswer } from '../../lib/api/types.ts';
import { ageText, etDateTime, msOf } from '../../lib/format/times.ts';
import type { Refusal } from '../../lib/query-reader.ts';
import { Notice } from '../../ui/notice.tsx';
import { Refusals } from '../../ui/refusals.tsx';
import { cardView } from './card-view.ts';
import { Controls } from './controls.tsx';
import grid from './grid.module.css';
import { landingCards } from './landing-cards.ts';
import { LegendText } from './legend.tsx';
import { cutPage } from './list-page.ts';
import { NoTickers } from './list-states.tsx';
import { lostChoices } from './lost-choices.ts';
import { Pager } from './pager.tsx';
import { ReportChip } from './report-chip.tsx';
import { StillCard } from './still-card.tsx';
import { visitorWords } from './visitor-words.ts';
import { words } from './words.ts';

interface Props {
	state: ListState;
	refused: readonly Refusal[];
	answer: VisitorListAnswer;
	/** The market clock, for ages. */
	now: number;
	/** Address of this list. */
	back: string;
}

/** Parameters of the address that need an account, with a sign-in link. */
const Lost = ({ state, back }: Pick<Props, 'state' | 'back'>) => {
	const lost = lostChoices(state);
	if (state.report === undefined && lost.length === 0) return null;
	return (
		<Notice>
			{state.report === undefined ? null : <p>{visitorWords.report(etDateTime(msOf(state.report)))}</p>}
			{lost.length === 0 ? null : <p>{visitorWords.choices(lost.join(', '))}</p>}
			<p>
				<a href={`/auth/signin?redirectTo=${encodeURIComponent(back)}`} rel="nofollow">
					{visitorWords.signIn}
				</a>
			</p>
		</Notice>
	);
};

/** The visitors' list on a page without a framework: tabs, switches and pages are links. */
export const StillList = ({ state, refused, answer, now, back }: Props) => {
	const items = landingCards(answer.items);
	const page = cutPage(items, state.page);
	const opened = openedFrom(state, { fromLanding: true });
	const time = answer.time === null ? null : msOf(answer.time);
	return (
		<>
			<Refusals refused={refused} />
			<Lost state={state} back={back} />
			<Controls home="/" state={state}>
				<ReportChip shown={time} waits={false} now={undefined} />
			</Controls>
			<LegendText
				count={answer.total_count}
				shown={items.length}
				report={answer.report ?? undefined}
				state={state}
				opener={<a href="/about">{words.explain}</a>}
			/>
			{page.total === 0 || isUnranked(state, answer.measured_timeframes) ? (
				<NoTickers home="/" state={state} measured={time === null ? undefined : answer.measured_timeframes} />
			) : (
				<>
					<ul className={grid['grid']} aria-label={words.cardsLabel}>
						{page.items.map((item, i) => (
							<li key={item.ticker_id}>
								<StillCard
									card={cardView(item, state)}
									search={writeTickerState({ ...opened, order: page.from + i, name: item.ticker })}
									age={ageText(msOf(item.date), now).replace(' ago', '')}
									back={back}
								/>
							</li>
						))}
					</ul>
					<Pager home="/" state={state} page={page} partly={page.total < answer.total_count} />
				</>
			)}
		</>
	);
};
