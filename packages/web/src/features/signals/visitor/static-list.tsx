import { Link } from '@tanstack/react-router';
import { cardAnchor } from '../../../entities/list-state/card-anchor.ts';
import { isUnranked } from '../../../entities/list-state/opening.ts';
import type { ListState } from '../../../entities/list-state/state.ts';
import { starWords } from '../../../entities/stars/words.ts';
import { createTickerState, type TickerSearch, writeTickerState } from '../../../entities/ticker/ticker-state.ts';
import type { InvalidValue } from '../../../lib/address/query-grammar.ts';
import type { VisitorListAnswer } from '../../../lib/api/types.ts';
import { etDateTime, formatAge, msOf } from '../../../lib/format/times.ts';
import { Star } from '../../../ui/controls/star.tsx';
import { InvalidValues } from '../../../ui/states/invalid-values.tsx';
import { Notice } from '../../../ui/states/notice.tsx';
import { words as common } from '../../../ui/words.ts';
import css from '../card/card.module.css';
import { CardFront } from '../card/card.tsx';
import { type CardView, createCardView } from '../card/card-view.ts';
import { LegendText } from '../card/legend.tsx';
import { Controls, Pager } from '../shared/controls.tsx';
import grid from '../shared/grid.module.css';
import { cutPage, trimToLandingRings } from '../shared/list-page.ts';
import { NoTickers } from '../shared/no-tickers.tsx';
import { ReportChip } from '../shared/report-chip.tsx';
import { words } from '../shared/words.ts';
import { findUnavailableChoices } from './unavailable-choices.ts';
import { visitorWords } from './visitor-words.ts';

interface Props {
	state: ListState;
	refused: readonly InvalidValue[];
	answer: VisitorListAnswer;
	/** Market time in ms, for the age of cards. */
	now: number;
	/** URL of this list. Sign-in returns to it. */
	back: string;
}

/** Shows the visitors' list on a page without a framework. Tabs, switches and page numbers are links. */
export function StaticList({ state, refused, answer, now, back }: Props) {
	const items = trimToLandingRings(answer.items);
	const page = cutPage(items, state.page);
	const linkState = createTickerState(state, { fromLanding: true });
	const reportMs = answer.time === null ? null : msOf(answer.time);
	return (
		<>
			<InvalidValues refused={refused} />
			<UnavailableChoicesNotice state={state} back={back} />
			<Controls home="/" state={state}>
				<ReportChip reportMs={reportMs} hasNewer={false} now={undefined} />
			</Controls>
			<LegendText
				count={answer.total_count}
				publicCount={items.length}
				report={answer.report ?? undefined}
				state={state}
				opener={<a href="/about">{words.explain}</a>}
			/>
			{page.total === 0 || isUnranked(state, answer.measured_timeframes) ? (
				<NoTickers home="/" state={state} measured={reportMs === null ? undefined : answer.measured_timeframes} />
			) : (
				<>
					<ul className={grid['grid']} aria-label={words.cardsLabel}>
						{page.items.map((item, i) => (
							<li key={item.ticker_id}>
								<StaticCard
									card={createCardView(item, state)}
									search={writeTickerState({ ...linkState, order: page.from + i, name: item.ticker })}
									age={formatAge(msOf(item.date), now)}
									back={back}
								/>
							</li>
						))}
					</ul>
					<Pager home="/" state={state} page={page} isPartial={page.total < answer.total_count} />
				</>
			)}
		</>
	);
}

interface StaticCardProps {
	card: CardView;
	search: TickerSearch;
	age: string;
	/** URL to which sign-in returns. */
	back: string;
}

/** Shows a card on a page without a framework. A click anywhere on the card follows the link of the name; the star links to sign-in. */
function StaticCard({ card, search, age, back }: StaticCardProps) {
	return (
		<article data-item="" className={css['card']}>
			<header className={css['head']}>
				<h3 className={css['ticker']}>
					<Link
						to="/ticker/$id"
						params={{ id: String(card.id) }}
						search={search}
						className={css['link'] ?? ''}
						id={cardAnchor(card.id)}
						data-card={card.id}
						title={card.tooltip}
					>
						{card.ticker}
					</Link>
				</h3>
				<span className={css['cap']}>{card.cap}</span>
				<span className={css['new']} data-new={card.id} hidden>
					{common.isNew}
				</span>
				<span className={css['rate']}>
					{words.rate} <b>{card.rate}</b> {words.outOf(card.maxRate)}
				</span>
				<Link
					to="/auth/signin"
					search={{ redirectTo: back }}
					rel="nofollow"
					className={css['star'] ?? ''}
					data-key="f"
					aria-label={`${starWords.star(card.ticker)}: ${starWords.starSignIn}`}
					title={starWords.starSignIn}
				>
					<Star />
				</Link>
			</header>
			<div className={css['face']}>
				<CardFront card={card} age={age} />
			</div>
		</article>
	);
}

/** Names the choices in the URL that need an account, and links to sign-in. */
function UnavailableChoicesNotice({ state, back }: Pick<Props, 'state' | 'back'>) {
	const unavailableNames = findUnavailableChoices(state);
	if (state.report === undefined && unavailableNames.length === 0) return null;
	return (
		<Notice>
			{state.report === undefined ? null : <p>{visitorWords.report(etDateTime(msOf(state.report)))}</p>}
			{unavailableNames.length === 0 ? null : <p>{visitorWords.choices(unavailableNames.join(', '))}</p>}
			<p>
				<a href={`/auth/signin?redirectTo=${encodeURIComponent(back)}`} rel="nofollow">
					{visitorWords.signIn}
				</a>
			</p>
		</Notice>
	);
}
