import { element, setAttributes } from './elements.ts';

let place: HTMLElement | undefined;

/** Adds padding of the bar's height, so that it covers none of the page. */
const makeRoom = (bar: HTMLElement | undefined): void => {
	document.body.style.paddingBottom = bar ? `${bar.offsetHeight}px` : '';
};

/** Places something at the bottom of the window, above the page and below its dialogs. */
export const placeAtBottom = (bar: HTMLElement): void => {
	setAttributes();
	if (!place?.isConnected) {
		place = element('div', { class: 'manners-place' });
		document.body.append(place);
	}
	place.append(bar);
	makeRoom(place);
};

export const removeFromBottom = (bar: HTMLElement): void => {
	bar.remove();
	makeRoom(place?.childElementCount ? place : undefined);
};

/** Call after the height of its content has changed. */
export const updatePadding = (): void => makeRoom(place);
