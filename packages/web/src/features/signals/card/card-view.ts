import { rateText } from '@sw/domain/signals/rate-words';
import { candidateSide, candidateWords, type Operation } from '@sw/domain/signals/sector';
import { withOneSide } from '@sw/domain/signals/tabs';
import { type WheelModel, wheelModel } from '@sw/domain/signals/wheel/model';
import { wheelSentence, wheelTitle } from '@sw/domain/signals/wheel/words';
import { strategyNamed, TIMEFRAMES, timeframeIndex } from '@sw/domain/time/timeframe';
import type { ComponentType } from 'react';
import type { ListState } from '../../../entities/list-state/state.ts';
import type { Card } from '../../../lib/api/types.ts';
import { directionOf, formatCap, formatChange, formatPrice } from '../../../lib/format/numbers.ts';

/** The label in the centre of a card's wheel and in its description. */
export function activeLabel({ timeframe }: Pick<ListState, 'timeframe'>): string {
	return TIMEFRAMES[timeframeIndex(timeframe)].label;
}

/** A card ready to draw: text and a wheel, no rules. */
export interface CardView {
	id: number;
	ticker: string;
	/** Date of its report. */
	date: string;
	name: string;
	cap: string;
	rate: number;
	/** The highest possible rate. */
	highest: number;
	/** The candidate's direction, for its colour; null without one. */
	side: Operation | null;
	/** What the list takes it for, as text. */
	candidate: string;
	favorite: boolean;
	wheel: WheelModel;
	centre: string;
	title: string;
	sentence: string;
	/** Tooltip: like the title, with the company's name. */
	about: string;
	price: string;
	change: { text: string; direction: 'up' | 'down' | 'flat' } | undefined;
	sparkline: readonly number[];
	information: Card['information'];
}

/** `leaning`: the direction of the saved filter itself. */
export function cardView(card: Card, state: Pick<ListState, 'strategy' | 'timeframe'>, leaning?: Operation): CardView {
	const operation = leaning ?? card.operation;
	const side = candidateSide(card.tab_type, card.operation, true, leaning);
	const wheel = wheelModel(withOneSide(card.sectors, operation), strategyNamed(state.strategy), side);
	const candidate = candidateWords(card.tab_type, card.operation, true, leaning);
	const title = { ticker: card.ticker, candidate, rate: rateText(card.weighted_sum, card.rate_scale) };
	const change = card.price_change;
	return {
		id: card.ticker_id,
		ticker: card.ticker,
		date: card.date,
		name: card.name,
		cap: formatCap(card.capitalization),
		rate: card.weighted_sum,
		highest: card.rate_scale.highest,
		side,
		candidate,
		favorite: card.favorite,
		wheel,
		centre: activeLabel(state),
		title: wheelTitle(title),
		sentence: wheelSentence(title, wheel),
		about: wheelTitle({ ...title, ticker: card.name }),
		price: formatPrice(card.price),
		change: change === null ? undefined : { text: formatChange(change), direction: directionOf(change) },
		sparkline: card.sparkline,
		information: card.information,
	};
}

/** A card's actions. The same object while nothing changes, so that cards don't re-render. */
export interface CardActions {
	star: (id: number, favorite: boolean) => void;
	/** Buttons of a card besides flipping and opening it. */
	tools?: ComponentType<{ card: CardView; actions: CardActions }>;
	/** Undefined where nothing can be frozen. */
	freeze?: (id: number) => void;
	/** Sets an alert on a ticker by its symbol. Undefined for readers who can't. */
	alert?: (ticker: string) => void;
	/** Logs a decision about a ticker, which begins with its candidate's direction. Undefined for readers who can't. */
	decide?: (card: Pick<CardView, 'ticker' | 'side'>) => void;
	/** Opens the viewer for small screens at a place in the whole list, from 1. */
	view: (place: number) => void;
	select: (id: number) => void;
	/** For readers who can open any report: its version, if not the newest. A visitor's cards are from the newest public report. */
	past?: { version: number | undefined };
}
