import { PALETTE_COOKIE, SCHEME_COOKIE } from '../../lib/storage/appearance.ts';
import { clearAppearance } from '../../lib/storage/cookies.ts';
import { CONSENTS, type Consent, consentOf, consentToAll } from './consent-rules.ts';
import { button, closeButton, element } from './elements.ts';
import { placeAtBottom, removeFromBottom, updatePadding } from './place-at-bottom.ts';
import { storeAnswer, storedAnswer } from './stored-answers.ts';
import { consentWords } from './words.ts';

const words = consentWords.cookies;

type Stage = 'simple' | 'details';

let shown: { readonly bar: HTMLElement; readonly show: (stage: Stage) => void } | undefined;

interface Ears {
	/** Called with the reader's choice. */
	readonly saved: (consent: Consent) => void;
	/** Called when the banner is closed, with or without a choice. */
	readonly gone?: () => void;
}

/** Shows the cookie banner at the bottom of the page, or switches the open one to another stage. */
export function showBanner(first: Stage, { saved, gone }: Ears): void {
	if (shown) {
		shown.show(first);
		return;
	}
	const opener = document.activeElement;
	const bar = element('section', { class: 'site-bar', 'aria-label': words.label });

	const close = (): void => {
		const focused = bar.contains(document.activeElement);
		removeFromBottom(bar);
		shown = undefined;
		if (focused && opener instanceof HTMLElement && opener.isConnected) opener.focus();
		gone?.();
	};
	const choose = (consent: Consent): void => {
		storeAnswer('cookiesPolicy', consent);
		if (!consent.functional) for (const name of [SCHEME_COOKIE, PALETTE_COOKIE]) clearAppearance(name);
		close();
		saved(consent);
	};
	const simple = (): Node[] => [
		element(
			'div',
			{ class: 'site-row' },
			element('p', { class: 'site-text' }, words.text),
			element(
				'div',
				{ class: 'site-buttons' },
				button(words.manage, () => show('details')),
				button(words.acceptAll, () => choose(consentToAll(true)), {
					class: 'site-button site-wide',
				}),
				button(words.ok, () => choose(consentToAll(true)), { class: 'site-button site-narrow' }),
			),
		),
	];
	// All choices look alike: none is preferred.
	const details = (): Node[] => {
		const chosen = storedAnswer('cookiesPolicy', consentOf) ?? consentToAll(true);
		const toggles = CONSENTS.map((name) => toggle(name, chosen[name]));
		return [
			element('fieldset', { class: 'site-kinds' }, element('legend', {}, words.label), ...toggles.map(({ label }) => label)),
			element(
				'div',
				{ class: 'site-buttons' },
				button(words.rejectAll, () => choose(consentToAll(false))),
				button(words.confirm, () =>
					choose(Object.fromEntries(toggles.map(({ input }) => [input.name, input.checked])) as unknown as Consent),
				),
			),
		];
	};
	const show = (stage: Stage): void => {
		bar.replaceChildren(...(stage === 'simple' ? simple() : details()), closeButton(consentWords.close, close));
		updatePadding();
		if (stage === 'details') bar.querySelector('input')?.focus();
	};
	bar.addEventListener('keydown', (event) => {
		if (event.key === 'Escape') close();
	});
	shown = { bar, show };
	placeAtBottom(bar);
	show(first);
}

function toggle(name: (typeof CONSENTS)[number], checked: boolean): { label: HTMLElement; input: HTMLInputElement } {
	const [title, about] = words.kinds[name];
	const input = element('input', { type: 'checkbox', role: 'switch', name, 'aria-label': title });
	input.checked = checked;
	const label = element(
		'label',
		{ class: 'site-kind' },
		input,
		element('span', {}, element('strong', {}, title), element('small', {}, about)),
	);
	return { label, input };
}
