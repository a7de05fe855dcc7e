import { addStyles, createElement } from './elements.ts';

let container: HTMLElement | undefined;

/** Places an element at the bottom of the window, above the page and below its dialogs. */
export function placeAtBottom(bar: HTMLElement): void {
	addStyles();
	if (!container?.isConnected) {
		container = createElement('div', { class: 'site-place' });
		document.body.append(container);
	}
	container.append(bar);
	updateBottomPadding(container);
}

/** Pads the page by the bar's height, because the bar would cover the end of the page. */
function updateBottomPadding(bar: HTMLElement | undefined): void {
	document.body.style.paddingBottom = bar ? `${bar.offsetHeight}px` : '';
}

export function removeFromBottom(bar: HTMLElement): void {
	bar.remove();
	updateBottomPadding(container?.childElementCount ? container : undefined);
}

/** Updates the padding of the page. Call this after the height of a placed element has changed. */
export function updatePadding(): void {
	updateBottomPadding(container);
}
