import { PALETTE_COOKIE, SCHEME_COOKIE } from '../../lib/storage/appearance.ts';
import { clearAppearance } from '../../lib/storage/cookies.ts';
import { CONSENT_PURPOSES, type Consent, consentToAll, parseConsent } from './consent-rules.ts';
import { createButton, createCloseButton, createElement } from './elements.ts';
import { placeAtBottom, removeFromBottom, updatePadding } from './place-at-bottom.ts';
import { readAnswer, storeAnswer } from './stored-answers.ts';
import { consentWords } from './words.ts';

const words = consentWords.cookies;

type Stage = 'simple' | 'details';

let openBanner: { readonly bar: HTMLElement; readonly show: (stage: Stage) => void } | undefined;

interface BannerCallbacks {
	/** Called with the reader's choice. */
	readonly onSaved: (consent: Consent) => void;
	/** Called when the banner is closed, with or without a choice. */
	readonly onClosed?: () => void;
}

/** Shows the cookie banner at the bottom of the page, or switches the open banner to another stage. */
export function showBanner(initialStage: Stage, { onSaved, onClosed }: BannerCallbacks): void {
	if (openBanner) {
		openBanner.show(initialStage);
		return;
	}
	const opener = document.activeElement;
	const bar = createElement('section', { class: 'site-bar', 'aria-label': words.label });

	const close = (): void => {
		const hadFocus = bar.contains(document.activeElement);
		removeFromBottom(bar);
		openBanner = undefined;
		if (hadFocus && opener instanceof HTMLElement && opener.isConnected) opener.focus();
		onClosed?.();
	};
	const choose = (consent: Consent): void => {
		storeAnswer('cookiesPolicy', consent);
		if (!consent.functional) for (const name of [SCHEME_COOKIE, PALETTE_COOKIE]) clearAppearance(name);
		close();
		onSaved(consent);
	};
	const createSimple = (): Node[] => [
		createElement(
			'div',
			{ class: 'site-row' },
			createElement('p', { class: 'site-text' }, words.text),
			createElement(
				'div',
				{ class: 'site-buttons' },
				createButton(words.manage, () => show('details')),
				createButton(words.acceptAll, () => choose(consentToAll(true)), {
					class: 'site-button site-wide',
				}),
				createButton(words.ok, () => choose(consentToAll(true)), { class: 'site-button site-narrow' }),
			),
		),
	];
	// All buttons look alike, because no choice may be preferred.
	const createDetails = (): Node[] => {
		const consent = readAnswer('cookiesPolicy', parseConsent) ?? consentToAll(true);
		const toggles = CONSENT_PURPOSES.map((name) => createToggle(name, consent[name]));
		return [
			createElement('fieldset', { class: 'site-kinds' }, createElement('legend', {}, words.label), ...toggles.map(({ label }) => label)),
			createElement(
				'div',
				{ class: 'site-buttons' },
				createButton(words.rejectAll, () => choose(consentToAll(false))),
				createButton(words.confirm, () =>
					choose(Object.fromEntries(toggles.map(({ input }) => [input.name, input.checked])) as unknown as Consent),
				),
			),
		];
	};
	const show = (stage: Stage): void => {
		bar.replaceChildren(...(stage === 'simple' ? createSimple() : createDetails()), createCloseButton(consentWords.close, close));
		updatePadding();
		if (stage === 'details') bar.querySelector('input')?.focus();
	};
	bar.addEventListener('keydown', (event) => {
		if (event.key === 'Escape') close();
	});
	openBanner = { bar, show };
	placeAtBottom(bar);
	show(initialStage);
}

function createToggle(name: (typeof CONSENT_PURPOSES)[number], checked: boolean): { label: HTMLElement; input: HTMLInputElement } {
	const [title, description] = words.kinds[name];
	const input = createElement('input', { type: 'checkbox', role: 'switch', name, 'aria-label': title });
	input.checked = checked;
	const label = createElement(
		'label',
		{ class: 'site-kind' },
		input,
		createElement('span', {}, createElement('strong', {}, title), createElement('small', {}, description)),
	);
	return { label, input };
}
