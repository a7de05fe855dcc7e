import type { Operation } from '@sw/domain/signals/sector';
import { useEffect, useMemo } from 'react';
import { pageSize } from '../../../entities/list-state/state.ts';
import { type TickerState, writeTickerState } from '../../../entities/ticker/ticker-state.ts';
import type { Card } from '../../../lib/api/types.ts';
import { ageText, msOf } from '../../../lib/format/times.ts';
import type { ListPage } from '../shared/list-page.ts';
import type { CardActions } from './card-actions.ts';
import { cardView } from './card-view.ts';
import { CardViewer } from './card-viewer.tsx';

interface Props {
	/** Place in the whole list, from 1. */
	place: number;
	/** Shows another place, or none. */
	view: (place: number | undefined) => void;
	/** The visible page; undefined while loading. */
	page: ListPage<Card> | undefined;
	/** Shows another page of the list. */
	turn: (page: number) => void;
	opened: TickerState;
	now: number | undefined;
	actions: Omit<CardActions, 'view'>;
	/** The direction of the list's filter. */
	leaning?: Operation | undefined;
}

/** Steps through a whole list card by card. The page behind follows: closing the viewer leaves the reader at the last viewed card. */
export function ListViewer({ place, view, page, turn, opened, now, actions, leaning }: Props) {
	const item = page?.items[place - page.from];
	const shown = useMemo(
		() =>
			item && {
				card: cardView(item, opened.list, leaning),
				search: writeTickerState({ ...opened, order: place, name: item.ticker }),
			},
		[item, opened, place, leaning],
	);
	const onItsWay = page === undefined || (place <= page.total && (place < page.from || place > page.to));
	// It was the last one and has left the list.
	const gone = !shown && !onItsWay;
	useEffect(() => {
		if (gone) view(undefined);
	}, [gone, view]);
	if (gone) return null;
	return (
		<CardViewer
			shown={shown}
			age={item && now !== undefined ? ageText(msOf(item.date), now) : ''}
			place={place}
			total={page?.total}
			actions={actions}
			step={(to) => {
				view(to);
				if (page && (to < page.from || to > page.to)) turn(Math.ceil(to / pageSize(opened.list)));
			}}
			close={() => {
				view(undefined);
				// The browser restores the focus to the element that had it when the viewer opened, perhaps a card of another page.
				document.querySelector<HTMLElement>(`[data-card="${item?.ticker_id}"]`)?.focus();
			}}
		/>
	);
}
