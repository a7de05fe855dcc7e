import { formatRate } from '@sw/domain/signals/rate-words';
import { candidateDirection, candidateLabel, type Operation } from '@sw/domain/signals/sector';
import { keepOneDirection } from '@sw/domain/signals/tabs';
import { createWheelModel, type WheelModel } from '@sw/domain/signals/wheel/model';
import { wheelSentence, wheelTitle } from '@sw/domain/signals/wheel/words';
import { strategyNamed, TIMEFRAMES, timeframeIndex } from '@sw/domain/time/timeframe';
import type { ComponentType } from 'react';
import type { ListState } from '../../../entities/list-state/state.ts';
import type { Card } from '../../../lib/api/types.ts';
import { directionOf, formatCap, formatChange, formatPrice } from '../../../lib/format/numbers.ts';

/** Returns the label that the center and the description of a card's wheel show. */
export function formatActiveTimeframe({ timeframe }: Pick<ListState, 'timeframe'>): string {
	return TIMEFRAMES[timeframeIndex(timeframe)].label;
}

/** A card prepared for display: texts and a wheel. */
export interface CardView {
	id: number;
	ticker: string;
	/** Time of the card's report. */
	date: string;
	name: string;
	cap: string;
	rate: number;
	maxRate: number;
	/** Direction of the candidate, for its color; null without one. */
	side: Operation | null;
	/** The candidate as text. */
	candidate: string;
	favorite: boolean;
	wheel: WheelModel;
	centre: string;
	title: string;
	sentence: string;
	/** Tooltip: like the title, with the company's name. */
	tooltip: string;
	price: string;
	change: { text: string; direction: 'up' | 'down' | 'flat' } | undefined;
	sparkline: readonly number[];
	information: Card['information'];
}

/** Prepares a card for display. `leaning`: direction of the saved filter, if it has its own. */
export function createCardView(card: Card, state: Pick<ListState, 'strategy' | 'timeframe'>, leaning?: Operation): CardView {
	const operation = leaning ?? card.operation;
	const side = candidateDirection(card.tab_type, card.operation, true, leaning);
	const wheel = createWheelModel(keepOneDirection(card.sectors, operation), strategyNamed(state.strategy), side);
	const candidate = candidateLabel(card.tab_type, card.operation, true, leaning);
	const titleParts = { ticker: card.ticker, candidate, rate: formatRate(card.weighted_sum, card.rate_scale) };
	const change = card.price_change;
	return {
		id: card.ticker_id,
		ticker: card.ticker,
		date: card.date,
		name: card.name,
		cap: formatCap(card.capitalization),
		rate: card.weighted_sum,
		maxRate: card.rate_scale.highest,
		side,
		candidate,
		favorite: card.favorite,
		wheel,
		centre: formatActiveTimeframe(state),
		title: wheelTitle(titleParts),
		sentence: wheelSentence(titleParts, wheel),
		tooltip: wheelTitle({ ...titleParts, ticker: card.name }),
		price: formatPrice(card.price),
		change: change === null ? undefined : { text: formatChange(change), direction: directionOf(change) },
		sparkline: card.sparkline,
		information: card.information,
	};
}

/** Actions of a card. Pass the same object while nothing changes, so that cards aren't rendered needlessly. */
export interface CardActions {
	star: (id: number, favorite: boolean) => void;
	/** Additional buttons of a card. */
	tools?: ComponentType<{ card: CardView; actions: CardActions }>;
	/** undefined if nothing can be frozen here. */
	freeze?: (id: number) => void;
	/** Sets an alert on a ticker by its symbol. undefined for readers without this action. */
	alert?: (ticker: string) => void;
	/** Logs a decision about a ticker; its initial direction is the candidate's. undefined for readers without this action. */
	decide?: (card: Pick<CardView, 'ticker' | 'side'>) => void;
	/** Opens the viewer for small screens at a one-based place of the whole list. */
	view: (place: number) => void;
	select: (id: number) => void;
	/** The trader's report: its version, undefined for the newest version. Without `past` (visitors), cards are from the newest public report. */
	past?: { version: number | undefined };
}
