import { button, closeButton, element } from './elements.ts';
import { placeAtBottom, removeFromBottom } from './place-at-bottom.ts';
import { storeAnswer } from './stored-answers.ts';
import { consentWords } from './words.ts';

const words = consentWords.install;

/** The install event, only in Chromium, so no type library includes it. */
export interface InstallOffer extends Event {
	prompt(): Promise<unknown>;
	readonly userChoice: Promise<{ readonly outcome: 'accepted' | 'dismissed' }>;
}

let shown: HTMLElement | undefined;

/** Hides the offer: the app is installed. */
export function hideInstall(): void {
	if (shown) removeFromBottom(shown);
	shown = undefined;
}

/** Offers to install the app until the reader answers; on iOS, where browsers can't be asked, it explains how. One offer at a time. */
export function showInstall(offer: InstallOffer | undefined): void {
	if (shown) return;
	const cancel = (): void => {
		storeAnswer('hideToastPWA', true);
		hideInstall();
	};
	const install = async (): Promise<void> => {
		if (!offer) return;
		await offer.prompt();
		// An offer works only once: a reader who declines is asked again when the browser sends a new one.
		await offer.userChoice;
		hideInstall();
	};
	const buttons = [
		...(offer ? [button(words.install, () => void install().catch(hideInstall), { class: 'site-button site-main' })] : []),
		button(words.cancel, cancel),
	];
	shown = element(
		'section',
		{ class: 'site-snack', 'aria-label': words.label },
		element('strong', {}, words.title),
		element('p', {}, offer ? words.text : words.ios),
		element('div', { class: 'site-buttons' }, ...buttons),
		closeButton(consentWords.close, hideInstall),
	);
	placeAtBottom(shown);
}
