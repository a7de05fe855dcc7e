import type { ComponentType } from 'react';
import type { CardView } from './card-view.ts';

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
