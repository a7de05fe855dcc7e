import { createButton, createCloseButton, createElement } from './elements.ts';
import { placeAtBottom, removeFromBottom } from './place-at-bottom.ts';
import { storeAnswer } from './stored-answers.ts';
import { consentWords } from './words.ts';

const words = consentWords.install;

/** The `beforeinstallprompt` event. Only Chromium sends it, so the DOM types don't include it. */
export interface InstallPromptEvent extends Event {
	prompt(): Promise<unknown>;
	readonly userChoice: Promise<{ readonly outcome: 'accepted' | 'dismissed' }>;
}

let shownOffer: HTMLElement | undefined;

/** Removes the offer from the page. */
export function hideInstall(): void {
	if (shownOffer) removeFromBottom(shownOffer);
	shownOffer = undefined;
}

/** Offers to install the app, one offer at a time. Without an event, as on iOS, the offer explains how to install. */
export function showInstall(promptEvent: InstallPromptEvent | undefined): void {
	if (shownOffer) return;
	const cancel = (): void => {
		storeAnswer('hideToastPWA', true);
		hideInstall();
	};
	const install = async (): Promise<void> => {
		if (!promptEvent) return;
		await promptEvent.prompt();
		// An event can prompt only once. After a refusal, the browser sends a new event when it allows another prompt.
		await promptEvent.userChoice;
		hideInstall();
	};
	const buttons = [
		...(promptEvent ? [createButton(words.install, () => void install().catch(hideInstall), { class: 'site-button site-main' })] : []),
		createButton(words.cancel, cancel),
	];
	shownOffer = createElement(
		'section',
		{ class: 'site-snack', 'aria-label': words.label },
		createElement('strong', {}, words.title),
		createElement('p', {}, promptEvent ? words.text : words.ios),
		createElement('div', { class: 'site-buttons' }, ...buttons),
		createCloseButton(consentWords.close, hideInstall),
	);
	placeAtBottom(shownOffer);
}
