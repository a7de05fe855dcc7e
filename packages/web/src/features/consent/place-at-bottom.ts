import { element, setAttributes } from './elements.ts';

let place: HTMLElement | undefined;

/** Places an element at the bottom of the window, above the page and below its dialogs. */
export function placeAtBottom(bar: HTMLElement): void {
	setAttributes();
	if (!place?.isConnected) {
		place = element('div', { class: 'site-place' });
		document.body.append(place);
	}
	place.append(bar);
	makeRoom(place);
}

/** Pads the page by the bar's height, so that the bar covers none of it. */
function makeRoom(bar: HTMLElement | undefined): void {
	document.body.style.paddingBottom = bar ? `${bar.offsetHeight}px` : '';
}

export function removeFromBottom(bar: HTMLElement): void {
	bar.remove();
	makeRoom(place?.childElementCount ? place : undefined);
}

/** Call this after the height of a placed element has changed. */
export function updatePadding(): void {
	makeRoom(place);
}
