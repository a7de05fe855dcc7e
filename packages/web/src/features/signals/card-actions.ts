/** What a card can ask for. The same object as long as nothing about it changes, so that cards need not be drawn again. */
export interface CardActions {
	star: (id: number, favorite: boolean) => void;
	/** Absent where nothing can be frozen. */
	freeze?: (id: number) => void;
	/** Opens the viewer of small screens at a place of the whole list, from 1. */
	view: (place: number) => void;
	select: (id: number) => void;
	/** Of a reader whose cards are of any report: its version, where that is not the newest. A visitor's are of the newest public one. */
	past?: { version: number | undefined };
}
