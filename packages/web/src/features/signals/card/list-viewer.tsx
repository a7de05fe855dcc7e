import type { Operation } from '@sw/domain/signals/sector';
import { Link } from '@tanstack/react-router';
import { useEffect, useMemo, useRef, useState } from 'react';
import { pageSize } from '../../../entities/list-state/state.ts';
import { starWords } from '../../../entities/stars/words.ts';
import { type TickerSearch, type TickerState, writeTickerState } from '../../../entities/ticker/ticker-state.ts';
import type { Card } from '../../../lib/api/types.ts';
import { formatAge, msOf } from '../../../lib/format/times.ts';
import { buttonClass } from '../../../ui/button.ts';
import { Star } from '../../../ui/controls/star.tsx';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { onDemand } from '../../../ui/states/on-demand.tsx';
import type { ListPage } from '../shared/list-page.ts';
import { selectionWords as viewerWords } from '../shared/selection-words.ts';
import { words } from '../shared/words.ts';
import { CardFront } from './card.tsx';
import { type CardActions, type CardView, createCardView } from './card-view.ts';
import css from './card-viewer.module.css';

interface Props {
	/** One-based place in the whole list. */
	place: number;
	/** Shows the card at another place; undefined closes the viewer. */
	view: (place: number | undefined) => void;
	/** The visible page; undefined while loading. */
	page: ListPage<Card> | undefined;
	/** Shows another page of the list. */
	showPage: (page: number) => void;
	linkState: TickerState;
	now: number | undefined;
	actions: Omit<CardActions, 'view'>;
	/** Direction of the list's saved filter, if it has its own. */
	leaning?: Operation | undefined;
}

/** Steps through a whole list card by card. The list behind the viewer follows, and focuses the last viewed card when the viewer closes. */
export function ListViewer({ place, view, page, showPage, linkState, now, actions, leaning }: Props) {
	const item = page?.items[place - page.from];
	const shownCard = useMemo(
		() =>
			item && {
				card: createCardView(item, linkState.list, leaning),
				search: writeTickerState({ ...linkState, order: place, name: item.ticker }),
			},
		[item, linkState, place, leaning],
	);
	const isLoading = page === undefined || (place <= page.total && (place < page.from || place > page.to));
	// The list has become shorter, and this place no longer exists.
	const isGone = !shownCard && !isLoading;
	useEffect(() => {
		if (isGone) view(undefined);
	}, [isGone, view]);
	if (isGone) return null;
	return (
		<CardViewer
			shownCard={shownCard}
			age={item && now !== undefined ? formatAge(msOf(item.date), now) : ''}
			place={place}
			total={page?.total}
			actions={actions}
			step={(newPlace) => {
				view(newPlace);
				if (page && (newPlace < page.from || newPlace > page.to)) showPage(Math.ceil(newPlace / pageSize(linkState.list)));
			}}
			close={() => {
				view(undefined);
				// Without this, the browser would restore the focus to an earlier element, perhaps the card that opened the viewer.
				document.querySelector<HTMLElement>(`[data-card="${item?.ticker_id}"]`)?.focus();
			}}
		/>
	);
}

const CardBack = onDemand(async () => (await import('./card-back.tsx')).CardBack);

interface CardViewerProps {
	/** undefined while the card's page loads. */
	shownCard: { card: CardView; search: TickerSearch } | undefined;
	age: string;
	/** One-based place in the whole list. */
	place: number;
	total: number | undefined;
	actions: Omit<CardActions, 'view'>;
	/** Shows the card at another place. */
	step: (place: number) => void;
	close: () => void;
}

interface StepProps {
	label: string;
	symbol: string;
	/** undefined at the ends of the list. */
	place: number | undefined;
	step: CardViewerProps['step'];
}

interface CardProps extends NonNullable<CardViewerProps['shownCard']>, Pick<CardViewerProps, 'age' | 'actions'> {
	isTurned: boolean;
	turn: () => void;
	/** Closes the viewer. */
	dismiss: () => void;
}

/** Shows one card in full screen, with buttons to step through the list. Opened by a long press. */
function CardViewer({ shownCard, age, place, total, actions, step, close }: CardViewerProps) {
	const dialog = useRef<HTMLDialogElement>(null);
	const dismiss = (): void => dialog.current?.close();
	// Stepping to another card keeps this state: the next card shows the same side.
	const [isTurned, setIsTurned] = useState(false);
	const faceProps = { age, actions, isTurned, turn: () => setIsTurned(!isTurned), dismiss };
	return (
		<Dialog dialog={dialog} label={viewerWords.viewer} boxClass={css['viewer']} opensOnMount onClose={close}>
			{shownCard ? <CardFace {...shownCard} {...faceProps} /> : <div className={css['face']} aria-busy="true" />}
			<div className={css['row']}>
				<Step label={viewerWords.viewerPrevious} symbol="‹" place={place > 1 ? place - 1 : undefined} step={step} />
				<span>{total === undefined ? place : viewerWords.viewerPlace(place, total)}</span>
				<Step label={viewerWords.viewerNext} symbol="›" place={total !== undefined && place < total ? place + 1 : undefined} step={step} />
			</div>
			{shownCard ? <ActionRow {...shownCard} {...faceProps} /> : null}
		</Dialog>
	);
}

function ActionRow({ card, search, actions, isTurned, turn, dismiss }: Omit<CardProps, 'age'>) {
	return (
		<div className={css['row']}>
			<button type="button" className={buttonClass} aria-pressed={isTurned} aria-label={words.flip(card.ticker)} onClick={turn}>
				{viewerWords.viewerTurn}
			</button>
			<button
				type="button"
				className={buttonClass}
				aria-pressed={card.favorite}
				aria-label={card.favorite ? starWords.unstar(card.ticker) : starWords.star(card.ticker)}
				onClick={() => actions.star(card.id, !card.favorite)}
			>
				<Star filled={card.favorite} />
			</button>
			{actions.freeze ? (
				<button
					type="button"
					className={buttonClass}
					onClick={() => {
						dismiss();
						actions.freeze?.(card.id);
					}}
				>
					{words.freeze(card.ticker)}
				</button>
			) : null}
			{actions.alert ? (
				<button
					type="button"
					className={buttonClass}
					onClick={() => {
						dismiss();
						actions.alert?.(card.ticker);
					}}
				>
					{words.alert(card.ticker)}
				</button>
			) : null}
			{actions.decide ? (
				<button
					type="button"
					className={buttonClass}
					onClick={() => {
						dismiss();
						actions.decide?.(card);
					}}
				>
					{words.decide(card.ticker)}
				</button>
			) : null}
			<Link to="/ticker/$id" params={{ id: String(card.id) }} search={search} className={buttonClass}>
				{viewerWords.viewerOpen}
			</Link>
		</div>
	);
}

function CardFace({ card, age, actions, isTurned, dismiss }: Omit<CardProps, 'search' | 'turn'>) {
	return (
		<>
			<header className={css['head']}>
				<h2 className={css['ticker']}>
					{card.ticker} <small>{card.cap}</small>
				</h2>
				<span>
					{words.rate} <b>{card.rate}</b> {words.outOf(card.maxRate)}
				</span>
				<button type="button" className={buttonClass} onClick={dismiss}>
					{viewerWords.viewerClose}
				</button>
			</header>
			<div className={css['face']}>
				<p className={css['name']}>
					{card.name} · {card.price}
				</p>
				{isTurned ? (
					<div className={css['turned']}>
						<CardBack card={card} past={actions.past} />
					</div>
				) : (
					<>
						<CardFront card={card} age={age} />
						<p className={css['sentence']}>{card.sentence}</p>
					</>
				)}
			</div>
		</>
	);
}

function Step({ label, symbol, place, step }: StepProps) {
	return (
		<button
			type="button"
			className={buttonClass}
			disabled={place === undefined}
			aria-label={label}
			onClick={() => {
				if (place !== undefined) step(place);
			}}
		>
			{symbol}
		</button>
	);
}
