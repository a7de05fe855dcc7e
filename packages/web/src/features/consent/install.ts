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

let standing: HTMLElement | undefined;

/** Hides the offer: the app is installed. */
export function hideInstall(): void {
	if (standing) removeFromBottom(standing);
	standing = undefined;
}

/** Offers to install the app until the reader answers; on iOS, where browsers can't be asked, it explains how. One offer at a time. */
export function showInstall(offer: InstallOffer | undefined): void {
	if (standing) return;
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
		...(offer ? [button(words.install, () => void install().catch(hideInstall), { class: 'manners-button manners-main' })] : []),
		button(words.cancel, cancel),
	];
	standing = element(
		'section',
		{ class: 'manners-snack', 'aria-label': words.label },
		element('strong', {}, words.title),
		element('p', {}, offer ? words.text : words.ios),
		element('div', { class: 'manners-buttons' }, ...buttons),
		closeButton(consentWords.close, hideInstall),
	);
	placeAtBottom(standing);
}
